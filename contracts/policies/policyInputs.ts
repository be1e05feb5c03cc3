import { z } from 'zod';
import { cleanPolicyNumber } from '../rules/policyNumber.js';
import { normalPlate } from '../rules/vehicleNumber.js';
import {
  amount,
  customerId,
  ncbPercent,
  optionalChoice,
  optionalDay,
  optionalText,
  premiumFrequency,
  requiredChoice,
  requiredDay,
  requiredText,
  status,
  vehicleYear,
} from './policyFieldSchemas.js';
import {
  LARGEST_PREMIUM,
  LARGEST_SUM_ASSURED,
  type PolicyInput,
  type PolicyPatch,
  type PolicyTerm,
} from './policyFields.js';
import {
  COVER_TYPES,
  DEFAULT_POLICY_STATUS,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from './policyKinds.js';

const common = {
  customerId,
  policyNumber: requiredText('policyNumber', cleanPolicyNumber).refine(
    (number) => number === '' || /[\p{L}\p{N}]/u.test(number),
    'Policy number needs a letter or a digit',
  ),
  insuranceCompany: requiredText('insuranceCompany'),
  sumAssured: amount('sumAssured', LARGEST_SUM_ASSURED),
  premiumAmount: amount('premiumAmount', LARGEST_PREMIUM),
  premiumFrequency,
  startDate: requiredDay('startDate'),
  endDate: requiredDay('endDate'),
  status,
};

const healthFields = { ...common, policyType: requiredChoice('policyType', POLICY_TYPES) };

const vehicleFields = {
  ...common,
  vehicleNumber: requiredText('vehicleNumber', normalPlate),
  vehicleType: requiredChoice('vehicleType', VEHICLE_TYPES),
  vehicleMake: optionalText('vehicleMake'),
  vehicleModel: optionalText('vehicleModel'),
  vehicleYear,
  engineNumber: optionalText('engineNumber', (raw) => raw.toUpperCase()),
  chassisNumber: optionalText('chassisNumber', (raw) => raw.toUpperCase()),
  coverType: optionalChoice('coverType', COVER_TYPES),
  thirdPartyEndDate: optionalDay('thirdPartyEndDate'),
  ncbPercent,
};

/**
 * A new policy as the form, the API and the import send it; its output is normal in form (see
 * rules/), amounts in paise. Fields of the other kind, and fields it does not know, are dropped.
 */
export const HealthPolicyInput = z.object(healthFields);
export const VehiclePolicyInput = z.object(vehicleFields);
export type HealthPolicyInput = z.output<typeof HealthPolicyInput>;
export type VehiclePolicyInput = z.output<typeof VehiclePolicyInput>;

/** Changes to a policy: what is absent stays as it is, null clears what may be empty. */
export const HealthPolicyPatch = patchOf(healthFields);
export const VehiclePolicyPatch = patchOf(vehicleFields);

/** Absent stays absent: a required field that is named must have a value. */
function patchOf<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, z.optional(field)]);
  return z.object(
    Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> },
  );
}

const NOTHING: PolicyTerm = {
  insuranceCompany: '',
  sumAssured: 0,
  premiumAmount: 0,
  premiumFrequency: 'yearly',
  startDate: '',
  endDate: '',
  policyType: null,
  vehicleType: null,
  vehicleMake: null,
  vehicleModel: null,
  vehicleYear: null,
  coverType: null,
  thirdPartyEndDate: null,
  ncbPercent: null,
  policyNumber: '',
  vehicleNumber: null,
  engineNumber: null,
  chassisNumber: null,
};

/** A new policy of a kind, with null where the other kind has a field. */
export const policyInputOf = (kind: PolicyKind) =>
  (kind === 'health' ? HealthPolicyInput : VehiclePolicyInput).transform(
    (input): PolicyInput => ({
      ...NOTHING,
      ...withoutUndefined(input),
      status: input.status ?? DEFAULT_POLICY_STATUS,
    }),
  );

/** Changes to a policy of a kind. A status of null is no choice, and leaves it as it is. */
export const policyPatchOf = (kind: PolicyKind) =>
  (kind === 'health' ? HealthPolicyPatch : VehiclePolicyPatch).transform(
    ({ status, ...patch }): PolicyPatch => ({
      ...withoutUndefined(patch),
      ...(status ? { status } : {}),
    }),
  );

export const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
