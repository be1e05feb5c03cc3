import { z } from 'zod';
import {
  amountOf,
  isMissing,
  optionalChoiceOf,
  optionalTextOf,
  requiredId,
  wholeNumber,
} from '../rules/inputFields.js';
import { dayFrom } from '../rules/kolkataDay.js';
import type { Paise } from '../rules/money.js';
import { frequencyFrom } from '../rules/premiumFrequency.js';
import { cleanText } from '../rules/text.js';
import { vehicleYearFrom } from '../rules/vehicleYear.js';
import { POLICY_LABELS, POLICY_LIMITS, type PolicyField } from './policyFields.js';
import { DEFAULT_POLICY_STATUS, NCB_PERCENTS, POLICY_STATUSES } from './policyKinds.js';

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
export const optionalText = (field: TextField, normal?: (raw: string) => string) =>
  optionalTextOf(POLICY_LABELS[field], POLICY_LIMITS[field], normal);

const given = z.union([z.string(), z.number()], { error: 'Must be text or a number' });

/** Decimals as numbers or texts, also `₹12,34,567.50`; whole paise come out. */
export const amount = (field: 'sumAssured' | 'premiumAmount', largest: Paise) =>
  amountOf(POLICY_LABELS[field], largest);

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
) => optionalChoiceOf(POLICY_LABELS[field], options);

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

export const customerId = requiredId('Customer is required');

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
