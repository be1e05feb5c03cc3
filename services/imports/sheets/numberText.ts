/** What the style of a number says about reading it. */
export type NumberStyle =
  | { readonly kind: 'plain' | 'day' | 'time' | 'percent' }
  /** Written with zeros in front, such as a pincode or an account: so many digits. */
  | { readonly kind: 'padded'; readonly digits: number };

const PLAIN: NumberStyle = { kind: 'plain' };
const DAY: NumberStyle = { kind: 'day' };
const TIME: NumberStyle = { kind: 'time' };
const PERCENT: NumberStyle = { kind: 'percent' };

/** The formats that a workbook does not spell out, by their numbers (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, NumberStyle>> = {
  9: PERCENT,
  10: PERCENT,
  ...Object.fromEntries([14, 15, 16, 17, 22].map((id) => [id, DAY])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 46, 47].map((id) => [id, TIME])),
  // Of languages of East Asia, which other languages show as days, too.
  ...Object.fromEntries(
    [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, DAY]),
  ),
};

/** @param code the format as the workbook spells it. */
export function styleOf(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return BUILT_IN[id] ?? PLAIN;
  // What stands in quotes, behind a backslash or in brackets is shown as it is, or is a colour.
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h|m|s)[^\]]*\]/gi, '')
    .split(';', 1)
    .join('');
  if (/general/i.test(bare)) return PLAIN;
  if (/[dy]|m{3,}/i.test(bare)) return DAY;
  if (/[hs]/i.test(bare)) return TIME;
  if (/m/i.test(bare)) return DAY;
  if (bare.includes('%')) return PERCENT;
  return /^0{2,}$/.test(bare) ? { kind: 'padded', digits: bare.length } : PLAIN;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SECONDS = 24 * 60 * 60;

/**
 * The day of a serial number of Excel, `YYYY-MM-DD`. Day 60 is 29 February 1900, which did not
 * exist: before it, days count from another one. Null for what no spreadsheet shows as a day.
 */
export function dayOfSerial(serial: number, is1904 = false): string | null {
  // To the second: the last of a day may stand there as a day less a millionth.
  const day = Math.floor(serial + 0.5 / SECONDS);
  if (day < 1 || day > 2_958_465) return null;
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return new Date(epoch + day * DAY_MS).toISOString().slice(0, 10);
}

/** A number of a workbook as a person would type it: no exponent, no noise behind the 15th digit. */
export function numberText(raw: string, style: NumberStyle = PLAIN, is1904 = false): string {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return raw;
  switch (style.kind) {
    case 'day':
      // An empty cell that a formula copies is 0.
      return number === 0 ? '' : (dayOfSerial(number, is1904) ?? plain(number));
    case 'time':
      return number >= 1 ? (dayOfSerial(number, is1904) ?? plain(number)) : timeOf(number);
    case 'percent':
      return `${plain(number * 100)}%`;
    case 'padded':
      return Number.isInteger(number) && number >= 0
        ? plain(number).padStart(style.digits, '0')
        : plain(number);
    case 'plain':
      return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,2})?$/.test(raw) ? raw : plain(number);
  }
}

function plain(number: number): string {
  const rounded = Number(number.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Number.isInteger(rounded)
    ? BigInt(rounded).toString()
    : rounded.toFixed(20).replace(/\.?0+$/, '');
}

const timeOf = (share: number): string => {
  const minutes = Math.round(share * 24 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
