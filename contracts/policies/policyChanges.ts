import { z } from 'zod';
import { isMissing } from '../rules/inputFields.js';
import { dayFrom } from '../rules/kolkataDay.js';
import { cleanText } from '../rules/text.js';
import { word } from './policyFieldSchemas.js';
import { POLICY_LIMITS, type PolicyTerm } from './policyFields.js';
import { HealthPolicyPatch, VehiclePolicyPatch, withoutUndefined } from './policyInputs.js';
import { CANCELLATION_REASONS, type PolicyKind } from './policyKinds.js';

const day = (label: string) => (raw: string, context: z.RefinementCtx) => {
  const found = dayFrom(cleanText(raw));
  if (found !== null) return found;
  const message = isMissing(raw)
    ? `${label} is required`
    : `${label} must be a date that exists, as DD/MM/YYYY`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

const reasonText = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .transform(cleanText)
    .pipe(z.string().max(POLICY_LIMITS.reason, `${label} can have at most 500 characters`));
const note = reasonText('Note')
  .transform((text) => text || null)
  .nullish();

/** Ends the cover before its time. */
export const CancellationInput = z.object({
  /** The first day without cover; today when absent. */
  cancelledOn: z
    .string({ error: 'Cancelled on must be a date, as DD/MM/YYYY' })
    .transform((raw, context) => (isMissing(raw) ? null : day('Cancelled on')(raw, context)))
    .nullish(),
  reason: z
    .string({ error: 'Reason is required' })
    .transform(word)
    .pipe(
      z.enum(CANCELLATION_REASONS, {
        error: `Reason is one of: ${CANCELLATION_REASONS.join(', ')}`,
      }),
    ),
  note,
});
export type CancellationInput = z.output<typeof CancellationInput>;

export const ReinstatementInput = z.object({ note });
export type ReinstatementInput = z.output<typeof ReinstatementInput>;

/** Fields that an endorsement may change; the number and the holder are corrected by the form. */
export const ENDORSABLE_FIELDS = [
  'sumAssured',
  'premiumAmount',
  'premiumFrequency',
  'endDate',
  'policyType',
  'vehicleNumber',
  'vehicleType',
  'vehicleMake',
  'vehicleModel',
  'vehicleYear',
  'engineNumber',
  'chassisNumber',
  'coverType',
  'ncbPercent',
  'thirdPartyEndDate',
] as const satisfies readonly (keyof PolicyTerm)[];
export type EndorsableField = (typeof ENDORSABLE_FIELDS)[number];

export interface EndorsementInput {
  effectiveFrom: string;
  reason: string;
  /** At least one of the `ENDORSABLE_FIELDS`. */
  changes: Partial<Pick<PolicyTerm, EndorsableField>>;
}

/** What an endorsement of a kind says: `{ effectiveFrom, reason, changes: { … } }`. */
export const endorsementOf = (kind: PolicyKind) => {
  const shape = kind === 'health' ? HealthPolicyPatch.shape : VehiclePolicyPatch.shape;
  const changes = Object.fromEntries(
    Object.entries(shape).filter(([field]) => ENDORSABLE_FIELDS.some((name) => name === field)),
  ) as Record<string, z.ZodType>;
  return z
    .object({
      effectiveFrom: z
        .string({ error: 'Effective from is required' })
        .transform(day('Effective from')),
      reason: z
        .string({ error: 'Reason is required' })
        .pipe(reasonText('Reason'))
        .refine((text) => text !== '', 'Reason is required'),
      changes: z.object(changes, { error: 'Say what changes' }).transform(withoutUndefined),
    })
    .transform((input) => input as EndorsementInput);
};

/** What differs in the next term; everything else is as it was. */
export type RenewalInput = Partial<PolicyTerm>;

/**
 * The next term of a kind. Absent: the same number, cover and premium, a year from the day after
 * the end.
 */
export const renewalOf = (kind: PolicyKind) => {
  const patch = kind === 'health' ? HealthPolicyPatch : VehiclePolicyPatch;
  return z
    .object(patch.shape)
    .omit({ customerId: true, status: true })
    .transform((fields) => withoutUndefined(fields) as RenewalInput);
};
