import { z } from 'zod';
import { requiredChoice } from '../fields/choiceFields.js';
import { optionalDay, requiredDay } from '../fields/dayFields.js';
import { inputOf, patchOf } from '../fields/fields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { omit, omitUndefined } from '../rules/objects.js';
import type { PolicyCover, PolicyIdentity } from './policyEvents.js';
import { healthFields, type PolicyField, policyFields, vehicleFields } from './policyFields.js';
import {
  CANCELLATION_REASONS,
  DEFAULT_POLICY_STATUS,
  type PolicyKind,
  type PolicyStatus,
} from './policyKinds.js';

/** Everything that is said of one term. */
export type PolicyTerm = PolicyCover & PolicyIdentity;

/** Policyholder, status and term of a policy that is to be issued. */
export interface PolicyInput extends PolicyTerm {
  customerId: number;
  status: PolicyStatus;
}

/** Changes to a policy: what is absent stays as it is. */
export type PolicyPatch = Partial<PolicyInput>;

/** A new policy of a kind as the form, the API and the import send it; amounts in paise. */
export const HealthPolicyInput = inputOf(healthFields);
export const VehiclePolicyInput = inputOf(vehicleFields);

const patches = { health: patchOf(healthFields), vehicle: patchOf(vehicleFields) };

const NOTHING = Object.fromEntries(Object.keys(policyFields).map((name) => [name, null]));

/** Made once for each kind: a schema is known by which one it is. */
const ofEachKind = <Schema>(make: (kind: PolicyKind) => Schema) => {
  const made = { health: make('health'), vehicle: make('vehicle') };
  return (kind: PolicyKind): Schema => made[kind];
};

/** A new policy of a kind, with null where the other kind has a field. */
export const policyInputOf = ofEachKind((kind) =>
  (kind === 'health' ? HealthPolicyInput : VehiclePolicyInput).transform(
    (input) =>
      ({
        ...NOTHING,
        ...omitUndefined(input),
        status: input.status ?? DEFAULT_POLICY_STATUS,
      }) as PolicyInput,
  ),
);

/** Changes to a policy of a kind. A status of null is no choice, and leaves it as it is. */
export const policyPatchOf = ofEachKind((kind) =>
  patches[kind].transform(
    ({ status, ...patch }): PolicyPatch => omitUndefined({ ...patch, status: status ?? undefined }),
  ),
);

/** What differs in the next term; everything else is as it was. */
export type RenewalInput = Partial<PolicyTerm>;

/**
 * The next term of a kind. Absent: the same number, cover and premium, a year from the day after
 * the end.
 */
export const renewalOf = ofEachKind((kind) =>
  z
    .object(omit(patches[kind].shape, ['customerId', 'status']))
    .transform((fields): RenewalInput => omitUndefined(fields)),
);

/** Longest reason or note, in characters. */
const LONGEST_REASON = 500;

/** What an endorsement says beside the changes themselves. */
export const endorsementFields = {
  effectiveFrom: requiredDay({
    label: 'Effective from',
    hint: 'A day of the term, as YYYY-MM-DD or DD/MM/YYYY',
  }),
  reason: requiredText({ label: 'Reason', limit: LONGEST_REASON, hasLines: true }),
} as const;

/** Fields that an endorsement may change; the number and the policyholder are corrected by the form. */
const NOT_ENDORSABLE = [
  'customerId',
  'policyNumber',
  'insuranceCompany',
  'startDate',
  'status',
] as const satisfies PolicyField[];
export type EndorsableField = Exclude<PolicyField, (typeof NOT_ENDORSABLE)[number]>;
export const endorsableFields = omit(policyFields, NOT_ENDORSABLE);

export interface EndorsementInput {
  effectiveFrom: string;
  reason: string;
  /** At least one of the `endorsableFields`. */
  changes: Partial<Pick<PolicyTerm, EndorsableField>>;
}

/** What an endorsement of a kind says: `{ effectiveFrom, reason, changes: { … } }`. */
export const endorsementOf = ofEachKind((kind) =>
  z
    .object({
      ...inputOf(endorsementFields).shape,
      changes: z
        .object(omit(patches[kind].shape, NOT_ENDORSABLE), { error: 'Enter at least one change' })
        .transform(omitUndefined),
    })
    .transform((input) => input as EndorsementInput),
);

export const reinstatementFields = {
  note: optionalText({ label: 'Note', limit: LONGEST_REASON, hasLines: true }),
} as const;
export const ReinstatementInput = inputOf(reinstatementFields);
export type ReinstatementInput = z.output<typeof ReinstatementInput>;

/** What ends the cover before its time. */
export const cancellationFields = {
  cancelledOn: optionalDay({
    label: 'Cancelled on',
    hint: 'The first day without cover; today when absent',
  }),
  reason: requiredChoice({
    label: 'Reason',
    options: CANCELLATION_REASONS,
    none: 'Choose a reason',
  }),
  ...reinstatementFields,
} as const;
export const CancellationInput = inputOf(cancellationFields);
export type CancellationInput = z.output<typeof CancellationInput>;
