const OFFSET = '+05:30';
const OFFSET_MS = 5.5 * 3_600_000;

/** An instant as an input of a day and a time shows it, by the clocks of Kolkata. */
export const toLocal = (instant: Date | string): string =>
  new Date(new Date(instant).getTime() + OFFSET_MS).toISOString().slice(0, 16);

/** The instant that was typed by the clocks of Kolkata; what is none stays as it is. */
export const fromLocal = (text: string): string => {
  const date = new Date(`${text}:00${OFFSET}`);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
};

/** How long it is from one instant to another: `3 h 20 min`, `2 days 4 h`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
