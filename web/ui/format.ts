const format = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** An ISO instant by the clocks of Kolkata: `12 Mar 2026, 4:05 pm`. */
export const formatInstant = (instant: string): string => format.format(new Date(instant));

const counts = new Intl.NumberFormat('en-IN');

/** `12,34,567`. */
export const formatCount = (count: number): string => counts.format(count);

/** `1 day`, `1,200 days`. */
export const formatDays = (days: number): string =>
  days === 1 ? '1 day' : `${formatCount(days)} days`;
