export const HOUR = /(?<![\d./-])(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?(?![\d/-])/gi;

/** Of what `HOUR` finds, as `HH:MM`; null where there is no such hour. */
export const hourOf = ([, hours, minutes = '00', half]: RegExpMatchArray): string | null => {
  const typed = Number(hours);
  if (Number(minutes) > 59 || (half ? typed < 1 || typed > 12 : typed > 23)) return null;
  const hour = !half ? typed : (typed % 12) + (/^p/i.test(half) ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
};

/** `4 pm`, `4.30pm`, `16:00` or `9:30` as `HH:MM`; null where it is no hour. */
export function hourIn(text: string): string | null {
  const [only, ...more] = text.trim().matchAll(HOUR);
  if (!only || more.length > 0 || only[0].trim() !== text.trim()) return null;
  return only[2] || only[3] ? hourOf(only) : null;
}
