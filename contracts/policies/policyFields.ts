import { amount, optionalAmount } from '../fields/amountFields.js';
import { choiceOr, optionalChoice, requiredChoice } from '../fields/choiceFields.js';
import { optionalDay, requiredDay } from '../fields/dayFields.js';
import { ofSome, relabelled } from '../fields/field.js';
import { fieldNames, labelsOf } from '../fields/fields.js';
import { optionalNumber, reference } from '../fields/numberFields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import type { Paise } from '../rules/money.js';
import { omit } from '../rules/objects.js';
import { cleanPolicyNumber } from '../rules/policyNumber.js';
import { PREMIUM_FREQUENCIES, parseFrequency } from '../rules/premiumFrequency.js';
import { wholeNumber } from '../rules/text.js';
import { formatPlate, normalizePlate } from '../rules/vehicleNumber.js';
import { parseVehicleYear } from '../rules/vehicleYear.js';
import {
  COVER_TYPES,
  DEFAULT_POLICY_STATUS,
  NCB_PERCENTS,
  NOMINEE_FIELDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  PREMIUM_PARTS,
  VEHICLE_TYPES,
} from './policyKinds.js';

/** Largest amounts, in paise: decimal (12,2) and (10,2). */
export const LARGEST_SUM_ASSURED: Paise = 9_999_999_999_99;
export const LARGEST_PREMIUM: Paise = 99_999_999_99;

const upperCase = (typed: string): string => typed.toUpperCase();

/** The fields of policies of both kinds, in the order in which they are shown. */
export const policyFields = {
  customerId: reference('customer', { label: 'Customer' }),
  policyNumber: requiredText({
    label: 'Policy number',
    limit: 60,
    normalize: cleanPolicyNumber,
    check: [(value) => /[\p{L}\p{N}]/u.test(value), 'Policy number needs a letter or a digit'],
  }),
  insuranceCompany: requiredText({ label: 'Insurance company', limit: 200 }),
  policyType: ofSome(
    requiredChoice({ label: 'Policy type', options: POLICY_TYPES, initial: 'individual' }),
  ),
  vehicleNumber: ofSome(
    requiredText({
      label: 'Vehicle number',
      mask: 'hidden',
      limit: 15,
      description: 'Upper case, without spaces',
      normalize: normalizePlate,
      dropped: '\\s.-',
      format: formatPlate,
      typing: { isUpperCase: true, example: 'KL 07 AB 1234' },
    }),
  ),
  vehicleType: ofSome(
    requiredChoice({ label: 'Vehicle type', options: VEHICLE_TYPES, initial: 'car' }),
  ),
  vehicleMake: optionalText({ label: 'Make', limit: 100 }),
  vehicleModel: optionalText({ label: 'Model', limit: 100 }),
  vehicleYear: optionalNumber({
    label: 'Year',
    sent: { minimum: 1000, maximum: 9999, pattern: '[1-9][0-9]{3}' },
    parse: parseVehicleYear,
    message: 'Year must be a year, such as 2021',
    typing: { example: 'YYYY' },
  }),
  engineNumber: optionalText({
    label: 'Engine number',
    limit: 50,
    mask: 'hidden',
    normalize: upperCase,
    typing: { isUpperCase: true },
  }),
  chassisNumber: optionalText({
    label: 'Chassis number',
    limit: 50,
    mask: 'hidden',
    normalize: upperCase,
    typing: { isUpperCase: true },
  }),
  coverType: optionalChoice({ label: 'Cover', options: COVER_TYPES }),
  sumAssured: amount({
    label: 'Sum assured',
    description: 'Rupees with two digits; of a vehicle its insured declared value',
    largest: LARGEST_SUM_ASSURED,
  }),
  premiumAmount: amount({
    label: 'Premium amount',
    description: 'Rupees with two digits; of one instalment',
    largest: LARGEST_PREMIUM,
  }),
  premiumFrequency: requiredChoice({
    label: 'Premium frequency',
    options: PREMIUM_FREQUENCIES,
    normalize: (typed) => parseFrequency(typed) ?? typed,
    initial: 'yearly',
  }),
  ownDamagePremium: optionalAmount({
    label: 'Own damage premium (without GST)',
    description: 'Rupees with two digits; without GST, with add-ons; of one instalment',
    largest: LARGEST_PREMIUM,
  }),
  thirdPartyPremium: optionalAmount({
    label: 'Third party premium (without GST)',
    description: 'Rupees with two digits; without GST, with personal accident; of one instalment',
    largest: LARGEST_PREMIUM,
  }),
  premiumGst: optionalAmount({
    label: 'GST in the premium',
    description: 'Rupees with two digits; of one instalment',
    largest: LARGEST_PREMIUM,
  }),
  ncbPercent: optionalNumber({
    label: 'No-claim bonus',
    description: 'No-claim bonus, in percent',
    hint: `One of: ${NCB_PERCENTS.join(', ')}`,
    numbers: NCB_PERCENTS,
    parse: (typed) => NCB_PERCENTS.find((percent) => percent === wholeNumber(typed)),
    message: 'No-claim bonus is 0, 20, 25, 35, 45 or 50 %',
    format: (percent) => `${percent} %`,
  }),
  startDate: requiredDay({ label: 'Start date' }),
  endDate: requiredDay({ label: 'End date', description: 'The last day of cover' }),
  thirdPartyEndDate: optionalDay({ label: 'Third-party cover ends' }),
  nomineeName: optionalText({ label: 'Nominee', limit: 200, mask: 'initials' }),
  nomineeRelation: optionalText({
    label: 'Nominee’s relation',
    limit: 100,
    typing: { example: 'Wife' },
  }),
  nomineeBirthDate: optionalDay({ label: 'Nominee’s date of birth', mask: 'absent', isPast: true }),
  appointeeName: optionalText({
    label: 'Appointee',
    description: 'Who is paid for a nominee under 18',
    limit: 200,
    mask: 'initials',
  }),
  appointeeRelation: optionalText({ label: 'Appointee’s relation', limit: 100 }),
  status: choiceOr(DEFAULT_POLICY_STATUS, { label: 'Status', options: POLICY_STATUSES }),
} as const;
export type PolicyField = keyof typeof policyFields;

const HEALTH_ONLY = ['policyType', ...NOMINEE_FIELDS] as const;
const VEHICLE_ONLY = [
  'vehicleNumber',
  'vehicleType',
  'vehicleMake',
  'vehicleModel',
  'vehicleYear',
  'engineNumber',
  'chassisNumber',
  'coverType',
  ...PREMIUM_PARTS,
  'ncbPercent',
  'thirdPartyEndDate',
] as const;

export const healthFields = omit(policyFields, VEHICLE_ONLY);
export const vehicleFields = {
  ...omit(policyFields, HEALTH_ONLY),
  // The sum assured of a vehicle is its insured declared value, and is called so.
  sumAssured: relabelled(policyFields.sumAssured, 'Insured declared value (IDV)'),
};

/** The fields of a kind of policy, in the order in which they are shown. */
export const policyFieldsOf = (kind: PolicyKind): Partial<typeof policyFields> =>
  kind === 'health' ? healthFields : vehicleFields;

const NAMES = { health: fieldNames(healthFields), vehicle: fieldNames(vehicleFields) };
export const policyFieldNames = (kind: PolicyKind): readonly PolicyField[] => NAMES[kind];

const LABELS = { health: labelsOf(healthFields), vehicle: labelsOf(vehicleFields) };
export const policyLabels = (kind: PolicyKind): Readonly<Partial<Record<PolicyField, string>>> =>
  LABELS[kind];
