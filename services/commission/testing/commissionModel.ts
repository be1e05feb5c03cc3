/**
 * What commission policies earn, by the history of what was done to them and none of the product's
 * code: whole numbers of any size, days counted from 1970.
 */
export interface PolicyStory {
  readonly motor: boolean;
  /** Hundredths of a percent by the month from which on they apply, `2026-01`. */
  readonly rates: readonly { readonly from: string; readonly bp: bigint }[];
  readonly start: string;
  readonly months: number;
  readonly premium: bigint;
  readonly changes: { readonly day: string; readonly premium: bigint }[];
  cancelled: string | null;
}

const dayNumber = (day: string): number => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / 86_400_000;
};

const half = (numerator: bigint, denominator: bigint): bigint => {
  const sign = numerator < 0n ? -1n : 1n;
  const whole = numerator * sign;
  const floor = whole / denominator;
  return sign * (2n * (whole - floor * denominator) >= denominator ? floor + 1n : floor);
};

const shifted = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
};

/** Paise by month, of one policy of a year. Its first day is no later than the 28th. */
export function earnedByMonth(story: PolicyStory): Map<string, bigint> {
  const { motor, rates, start, months, premium, changes, cancelled } = story;
  const byMonth = new Map<string, bigint>();
  const inForce = (day: string, isBefore: boolean): bigint => {
    let now = premium;
    for (const one of changes) {
      if (isBefore ? one.day < day : one.day <= day) now = one.premium;
    }
    return now;
  };
  const book = (day: string, gross: bigint, ratedOn: string): void => {
    const size = gross < 0n ? -gross : gross;
    const net = motor ? size - half(size * 18n, 118n) : size;
    const bp = rates.filter(({ from }) => `${from}-01` <= ratedOn).at(-1)?.bp ?? 0n;
    const commission = half(net * bp, 10_000n) * (gross < 0n ? -1n : 1n);
    const month = day.slice(0, 7);
    byMonth.set(month, (byMonth.get(month) ?? 0n) + commission);
  };
  for (let done = 0; done < 12; done += months) {
    const first = shifted(start, done);
    if (cancelled !== null && first > cancelled) break;
    const next = dayNumber(shifted(start, done + months));
    const days = BigInt(next - dayNumber(first));
    book(first, inForce(first, false), first);
    for (const { day, premium: now } of changes) {
      if (day <= first || dayNumber(day) >= next || (cancelled !== null && day > cancelled))
        continue;
      book(day, half((now - inForce(day, true)) * BigInt(next - dayNumber(day)), days), first);
    }
    if (cancelled !== null && dayNumber(cancelled) + 1 < next) {
      const unused = BigInt(next - dayNumber(cancelled) - 1);
      book(cancelled, -half(inForce(cancelled, false) * unused, days), first);
    }
  }
  return byMonth;
}
