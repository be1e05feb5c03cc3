import { z } from 'zod';
import { formatAmount, formatMoney, type Paise, parsePaise, readPaise } from '../rules/money.js';
import { isMissing } from '../rules/text.js';
import { type Described, field } from './field.js';

interface Amount extends Described {
  largest: Paise;
  /** Missing is 0. */
  isZeroWhenMissing?: boolean;
}

/** Decimals as numbers or texts, also `₹12,34,567.50` and `5 lakh`; whole paise come out. */
const typedAmount = ({ label, largest }: Amount) => {
  const unreadable = `${label} must be an amount in rupees, such as 12500.50 or 5 lakh`;
  const typed = z.union([z.string(), z.number(), z.null(), z.undefined()], { error: unreadable });
  return typed.transform((raw, context): Paise => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (raw === null || raw === undefined || isMissing(raw)) return refuse(`${label} is required`);
    const paise = readPaise(raw);
    if (paise === null) return refuse(unreadable);
    if (paise < 0) return refuse(`${label} must not be negative`);
    if (paise > largest) return refuse(`${label} can be at most ${formatMoney(largest)}`);
    return paise;
  });
};

/** Rupees as a person types them; whole paise in normal form, a decimal with two digits in views. */
export const amount = (described: Amount) => {
  const { isZeroWhenMissing = false } = described;
  const typed = typedAmount(described);
  return field(
    { initial: '0', ...described },
    {
      stored: 'bigint',
      isRequired: !isZeroWhenMissing,
      input: isZeroWhenMissing ? z.preprocess((raw) => (isMissing(raw) ? 0 : raw), typed) : typed,
      view: z.string(),
      format: formatMoney,
      toForm: (decimal: string) => formatAmount(parsePaise(decimal) ?? 0),
    },
  );
};

/** An amount that may be unknown: empty is null. */
export const optionalAmount = (described: Amount) =>
  field(described, {
    stored: 'bigint',
    isRequired: false,
    input: z.preprocess(
      (raw) => (raw !== undefined && isMissing(raw) ? null : raw),
      z.union([z.undefined(), z.null(), typedAmount(described)]).optional(),
    ),
    view: z.string().nullable(),
    format: formatMoney,
    toForm: (decimal: string) => formatAmount(parsePaise(decimal) ?? 0),
  });

/** The most: a hundred percent, in hundredths of one. */
const WHOLE = 100_00;

/** Hundredths of a percent that a text says: `15`, `2.5 %`; null when it is none. */
const parsePercent = (raw: string | number): number | null => {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(String(raw).trim());
  if (!parts) return null;
  const hundredths = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return hundredths <= WHOLE ? hundredths : null;
};

/** `15.00` as people write it: `15`. */
const plainPercent = (decimal: string): string => decimal.replace(/\.?0+$/, '') || '0';

/** `17.5 %` of hundredths. */
export const formatPercent = (hundredths: number): string =>
  `${plainPercent((hundredths / 100).toFixed(2))} %`;

/**
 * A percentage as a person types it; whole hundredths in normal form, a decimal with two digits in
 * views. Missing is 0.
 */
export const percent = (described: Described) => {
  const message = `${described.label} must be a percentage from 0 to 100, such as 17.5`;
  const typed = z.union([z.string(), z.number()], { error: message }).transform((raw, context) => {
    const hundredths = parsePercent(raw);
    if (hundredths !== null) return hundredths;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  const unit = 'percent' as const;
  const pattern = '100(?:[.]0{1,2})?|[0-9]{1,2}(?:[.][0-9]{1,2})?';
  const parts = { ...described, largest: WHOLE, unit, sent: { pattern } };
  return {
    ...field(
      { initial: '0', ...parts },
      {
        stored: 'bigint',
        isRequired: false,
        input: z.preprocess((raw) => (isMissing(raw) ? 0 : raw), typed),
        view: z.string(),
        format: formatPercent,
        toForm: plainPercent,
      },
    ),
    unit,
  };
};
