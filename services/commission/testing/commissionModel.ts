/**
 * What commission policies earn, by the history of what was done to them and none of the product's
 * code: whole numbers of any size, days counted from 1970.
 */
export interface PolicyStory {
  readonly motor: boolean;
  /** Hundredths of a percent by the month from which on they apply, `2026-01`. */
  readonly rates: readonly ModelRate[];
  readonly start: string;
  readonly months: number;
  /** As it began, or was corrected before any endorsement. */
  premium: Split;
  /** By how much endorsements changed it, in any order. */
  readonly changes: { readonly day: string; by: Split }[];
  /** Motor premiums of which the parts were never said. */
  isUnsplit: boolean;
  cancelled: string | null;
}

export interface ModelRate {
  readonly from: string;
  readonly ownDamage: bigint;
  readonly thirdParty: bigint;
  readonly net: bigint;
}

/** A premium with GST, and its parts without. */
export interface Split {
  readonly gross: bigint;
  readonly ownDamage: bigint;
  readonly thirdParty: bigint;
}

export const plus = (one: Split, other: Split, times = 1n): Split => ({
  gross: one.gross + times * other.gross,
  ownDamage: one.ownDamage + times * other.ownDamage,
  thirdParty: one.thirdParty + times * other.thirdParty,
});

/** What is due on a day. */
export const inForce = ({ premium, changes }: PolicyStory, day: string): Split =>
  changes.filter((one) => one.day <= day).reduce((sum, { by }) => plus(sum, by), premium);

/** The premium as it stands is corrected: what was due before the latest endorsement is not. */
export const correct = (story: PolicyStory, premium: Split): void => {
  const by = plus(premium, inForce(story, '9999-12-31'), -1n);
  const latest = [...story.changes].sort((a, b) => a.day.localeCompare(b.day)).at(-1);
  if (latest) latest.by = plus(latest.by, by);
  else story.premium = premium;
};

const dayNumber = (day: string): number => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / 86_400_000;
};

/** To the nearest whole number, halves away from zero. */
export const half = (numerator: bigint, denominator: bigint): bigint => {
  const sign = numerator < 0n ? -1n : 1n;
  const whole = numerator * sign;
  const floor = whole / denominator;
  return sign * (2n * (whole - floor * denominator) >= denominator ? floor + 1n : floor);
};

const shifted = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
};

/** The day and the premium of each instalment of a policy of a year. */
export const dueOf = (story: PolicyStory): { day: string; gross: bigint }[] => {
  const due: { day: string; gross: bigint }[] = [];
  for (let done = 0; done < 12; done += story.months) {
    const day = shifted(story.start, done);
    due.push({ day, gross: inForce(story, day).gross });
  }
  return due;
};

/** Of a month, in paise; `isUnsplit`: of some of it the parts are not known. */
export interface Earned {
  readonly amount: bigint;
  readonly isUnsplit: boolean;
}

/** By month, of one policy of a year. Its first day is no later than the 28th. */
export function earnedByMonth(story: PolicyStory): Map<string, Earned> {
  const { motor, rates, start, months, changes, cancelled, isUnsplit } = story;
  const byMonth = new Map<string, Earned>();
  const book = (day: string, paid: Split, ratedOn: string): void => {
    const rate = rates.filter(({ from }) => `${from}-01` <= ratedOn).at(-1);
    if (!rate || (paid.gross === 0n && paid.ownDamage === 0n && paid.thirdParty === 0n)) return;
    const of = (net: bigint, bp: bigint) => half(net * bp, 10_000n);
    const commission = (): bigint => {
      if (!motor) return of(paid.gross, rate.net);
      if (!isUnsplit) {
        const { ownDamage, thirdParty } = paid;
        const parts = of(ownDamage, rate.ownDamage) + of(thirdParty, rate.thirdParty);
        return parts + of(ownDamage + thirdParty, rate.net);
      }
      const net = paid.gross - half(paid.gross * 18n, 118n);
      return of(net, rate.net + (rate.ownDamage === rate.thirdParty ? rate.ownDamage : 0n));
    };
    const month = day.slice(0, 7);
    const before = byMonth.get(month) ?? { amount: 0n, isUnsplit: false };
    byMonth.set(month, {
      amount: before.amount + commission(),
      isUnsplit: before.isUnsplit || (motor && isUnsplit && rate.ownDamage !== rate.thirdParty),
    });
  };
  const part = ({ gross, ownDamage, thirdParty }: Split, of: bigint, whole: bigint): Split => ({
    gross: half(gross * of, whole),
    ownDamage: half(ownDamage * of, whole),
    thirdParty: half(thirdParty * of, whole),
  });
  const days = [...new Set(changes.map(({ day }) => day))].sort();
  for (let done = 0; done < 12; done += months) {
    const first = shifted(start, done);
    if (cancelled !== null && first > cancelled) break;
    const next = dayNumber(shifted(start, done + months));
    const length = BigInt(next - dayNumber(first));
    book(first, inForce(story, first), first);
    for (const day of days) {
      if (day <= first || dayNumber(day) >= next || (cancelled !== null && day > cancelled))
        continue;
      const by = changes
        .filter((one) => one.day === day)
        .reduce((sum, one) => plus(sum, one.by), NOTHING);
      book(day, part(by, BigInt(next - dayNumber(day)), length), first);
    }
    if (cancelled !== null && dayNumber(cancelled) + 1 < next) {
      const unused = BigInt(next - dayNumber(cancelled) - 1);
      book(cancelled, part(inForce(story, cancelled), -unused, length), first);
    }
  }
  return byMonth;
}

export const NOTHING: Split = { gross: 0n, ownDamage: 0n, thirdParty: 0n };
