import { z } from 'zod';
import { dayFrom } from '../rules/kolkataDay.js';
import { decimalOf, type Paise, paiseFrom } from '../rules/money.js';
import { frequencyFrom } from '../rules/premiumFrequency.js';
import { cleanText } from '../rules/text.js';
import { vehicleYearFrom } from '../rules/vehicleYear.js';
import { POLICY_LABELS, POLICY_LIMITS, type PolicyField } from './policyFields.js';
import { DEFAULT_POLICY_STATUS, NCB_PERCENTS, POLICY_STATUSES } from './policyKinds.js';

export const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

const requiredOr = (field: PolicyField, otherwise: string) => ({
  error: ({ input }: { input?: unknown }) =>
    isMissing(input) ? `${POLICY_LABELS[field]} is required` : otherwise,
});

type TextField = Exclude<keyof typeof POLICY_LIMITS, 'reason'>;
const tooLong = (field: TextField) =>
  `${POLICY_LABELS[field]} can have at most ${POLICY_LIMITS[field]} characters`;

export const requiredText = (field: TextField, normal: (raw: string) => string = cleanText) =>
  z
    .string(requiredOr(field, `${POLICY_LABELS[field]} must be text`))
    .transform((raw) => normal(cleanText(raw)))
    .pipe(
      z
        .string()
        .min(1, `${POLICY_LABELS[field]} is required`)
        .max(POLICY_LIMITS[field], tooLong(field)),
    );

/** Absent stays absent (a patch leaves it alone); empty is null (it is cleared). */
export const optionalText = (field: TextField, normal: (raw: string) => string = (raw) => raw) =>
  z
    .string({ error: `${POLICY_LABELS[field]} must be text` })
    .transform((raw) => normal(cleanText(raw)) || null)
    .pipe(z.string().max(POLICY_LIMITS[field], tooLong(field)).nullable())
    .nullish();

const given = z.union([z.string(), z.number()], { error: 'Must be text or a number' });

/** Decimals as numbers or texts, also `₹12,34,567.50`; whole paise come out. */
export const amount = (field: 'sumAssured' | 'premiumAmount', largest: Paise) => {
  const label = POLICY_LABELS[field];
  const unreadable = `${label} must be an amount in rupees, such as 12500.50`;
  return given.or(z.null().or(z.undefined())).transform((raw, context): Paise => {
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

const day = (field: PolicyField) => (raw: string, context: z.RefinementCtx) => {
  const found = dayFrom(cleanText(raw));
  if (found !== null) return found;
  const message = isMissing(raw)
    ? `${POLICY_LABELS[field]} is required`
    : `${POLICY_LABELS[field]} must be a date that exists, as DD/MM/YYYY`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};
export const requiredDay = (field: PolicyField) =>
  z
    .string(requiredOr(field, `${POLICY_LABELS[field]} must be a date, as DD/MM/YYYY`))
    .transform(day(field));
export const optionalDay = (field: PolicyField) =>
  z
    .string({ error: `${POLICY_LABELS[field]} must be a date, as DD/MM/YYYY` })
    .transform((raw, context) => (isMissing(raw) ? null : day(field)(raw, context)))
    .nullish();

const oneOf = (field: PolicyField, options: readonly string[]) =>
  `${POLICY_LABELS[field]} is one of: ${options.join(', ')}`;
export const word = (raw: string): string => cleanText(raw).toLowerCase();

export const requiredChoice = <Option extends string>(
  field: PolicyField,
  options: readonly Option[],
) =>
  z
    .string(requiredOr(field, oneOf(field, options)))
    .transform(word)
    .pipe(z.enum(options, requiredOr(field, oneOf(field, options))));
export const optionalChoice = <Option extends string>(
  field: PolicyField,
  options: readonly Option[],
) =>
  z
    .string({ error: oneOf(field, options) })
    .transform((raw) => word(raw) || null)
    .pipe(z.enum(options, { error: oneOf(field, options) }).nullable())
    .nullish();

export const premiumFrequency = z
  .string(requiredOr('premiumFrequency', 'Premium frequency must be text'))
  .transform((raw, context) => {
    const frequency = frequencyFrom(raw);
    if (frequency !== null) return frequency;
    const message = isMissing(raw)
      ? 'Premium frequency is required'
      : 'Premium frequency is one of: monthly, quarterly, half-yearly, yearly';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const LARGEST_ID = 2_147_483_647;
/** Decimal digits and nothing else: `0x1` is no number that a person means. */
const wholeNumber = (raw: string | number | null | undefined): number =>
  /^\d+$/.test(String(raw ?? '').trim()) ? Number(raw) : Number.NaN;

export const customerId = given
  .nullish()
  .transform(wholeNumber)
  .refine((id) => Number.isSafeInteger(id) && id >= 1 && id <= LARGEST_ID, 'Customer is required');

export const vehicleYear = given
  .transform((raw, context) => {
    if (isMissing(raw)) return null;
    const year = vehicleYearFrom(raw);
    if (year !== null) return year;
    context.addIssue({ code: 'custom', message: 'Year must be a year, such as 2021' });
    return z.NEVER;
  })
  .nullish();

const NCB_ERROR = 'No-claim bonus is 0, 20, 25, 35, 45 or 50 %';
export const ncbPercent = z
  .union([z.string(), z.number()], { error: NCB_ERROR })
  .transform((raw, context) => {
    if (isMissing(raw)) return null;
    const percent = NCB_PERCENTS.find((one) => one === wholeNumber(raw));
    if (percent !== undefined) return percent;
    context.addIssue({ code: 'custom', message: NCB_ERROR });
    return z.NEVER;
  })
  .nullish();

export const status = z
  .string({ error: oneOf('status', POLICY_STATUSES) })
  .transform((raw): string => word(raw) || DEFAULT_POLICY_STATUS)
  .pipe(z.enum(POLICY_STATUSES, { error: oneOf('status', POLICY_STATUSES) }))
  .nullish();
