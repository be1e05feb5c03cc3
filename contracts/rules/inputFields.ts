import { z } from 'zod';
import { decimalOf, type Paise, paiseFrom } from './money.js';
import { cleanText } from './text.js';

/** Absent, null, or nothing but white space. */
export const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

/** Ids are drawn from a Postgres `integer` sequence. */
const LARGEST_ID = 2_147_483_647;

const given = z.union([z.string(), z.number()], { error: 'Must be text or a number' });

/** Decimal digits and nothing else: `0x1` is no number that a person means. */
export const wholeNumber = (raw: string | number | null | undefined): number =>
  /^\d+$/.test(String(raw ?? '').trim()) ? Number(raw) : Number.NaN;

const isId = (id: number): boolean => Number.isSafeInteger(id) && id >= 1 && id <= LARGEST_ID;

/** The number of a record, as a number or a text of digits. `message` tells what is wanted. */
export const requiredId = (message: string) =>
  given.nullish().transform(wholeNumber).refine(isId, message);

/** As `requiredId`; missing is null. */
export const optionalId = (message: string) =>
  given
    .nullish()
    .transform((raw) => (isMissing(raw) ? null : wholeNumber(raw)))
    .refine((id) => id === null || isId(id), message);

/** Absent stays absent (a patch leaves it alone); empty is null (it is cleared). */
export const optionalTextOf = (
  label: string,
  limit: number,
  normal: (raw: string) => string = (raw) => raw,
) =>
  z
    .string({ error: `${label} must be text` })
    .transform((raw) => normal(cleanText(raw)) || null)
    .pipe(z.string().max(limit, `${label} can have at most ${limit} characters`).nullable())
    .nullish();

/** Decimals as numbers or texts, also `₹12,34,567.50`; whole paise come out. */
export const amountOf = (label: string, largest: Paise) => {
  const unreadable = `${label} must be an amount in rupees, such as 12500.50`;
  const typed = z.union([z.string(), z.number(), z.null(), z.undefined()], { error: unreadable });
  return typed.transform((raw, context): Paise => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (raw === null || raw === undefined || isMissing(raw)) return refuse(`${label} is required`);
    const paise = paiseFrom(raw);
    if (paise === null) return refuse(unreadable);
    if (paise < 0) return refuse(`${label} must not be negative`);
    if (paise > largest) return refuse(`${label} can be at most ₹${decimalOf(largest)}`);
    return paise;
  });
};

/** One of some words in any letter case; empty is null, absent stays absent. */
export const optionalChoiceOf = <Option extends string>(
  label: string,
  options: readonly Option[],
) => {
  const error = `${label} is one of: ${options.join(', ')}`;
  return z
    .string({ error })
    .transform((raw) => cleanText(raw).toLowerCase() || null)
    .pipe(z.enum(options, { error }).nullable())
    .nullish();
};
