import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { emptyFormOf, formOf as formOfFields } from '@insuremanager/contracts/fields/fields';
import { impossibilities } from '@insuremanager/contracts/policies/impossibilities';
import {
  type PolicyField,
  policyFieldNames,
  policyFields,
  policyFieldsOf,
  policyLabels,
} from '@insuremanager/contracts/policies/policyFields';
import { type PolicyTerm, policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import {
  DEFAULT_POLICY_STATUS,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { kycWarning, policyWarnings } from '@insuremanager/contracts/policies/policyWarnings';
import { endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { frequencyOf, wireFrequency } from '../../data/frequency';
import type {
  PolicyWithCustomerFragment as Policy,
  PolicyInput as WireInput,
} from '../../data/operations.generated';
import {
  changedFields,
  type FormValues,
  normalValues,
  wireValues,
} from '../../ui/record/fieldsForm';

/** Of both kinds: what the other kind has stays as it is in an empty form, and is not sent. */
export type PolicyFormValues = FormValues<typeof policyFields>;

/** Of a kind's own fields, in their order. */
const fieldsOf = (kind: PolicyKind) => policyFieldsOf(kind) as typeof policyFields;
export const labelsOf = (kind: PolicyKind) =>
  policyLabels(kind) as Readonly<Record<PolicyField, string>>;

/** The form of a new policy, for a customer when one is known. */
export const emptyForm = (customerId: number | null = null): PolicyFormValues => ({
  ...emptyFormOf(policyFields),
  customerId: customerId === null ? '' : String(customerId),
});

/**
 * The form of a new policy as it is proposed: cover for a year from today, by the insurer of the
 * last one.
 */
export const proposedForm = (
  customerId: number | null,
  today: Day,
  insurer = '',
): PolicyFormValues => ({
  ...emptyForm(customerId),
  insuranceCompany: insurer,
  startDate: formatDay(today),
  endDate: formatDay(endOfTerm(today)),
});

export const formOf = (policy: Policy): PolicyFormValues =>
  formOfFields(policyFields, {
    ...policy,
    premiumFrequency: frequencyOf(policy.premiumFrequency),
  });

/** What a policy of a kind must be, with what cannot be at its field. */
export const policyFormSchema = (kind: PolicyKind) =>
  policyInputOf(kind).superRefine((input, context) => {
    for (const { field, message } of impossibilities(input)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/** What a valid form says of some fields, as the gateway takes it; of all for a new policy. */
export const inputOf = (
  kind: PolicyKind,
  values: PolicyFormValues,
  names: readonly PolicyField[] = policyFieldNames(kind),
): WireInput =>
  wireValues(
    policyFields,
    { ...values, premiumFrequency: wireFrequency(values.premiumFrequency as PremiumFrequency) },
    names,
  ) as WireInput;

/** What a valid form changes about a policy: only what differs in normal form. */
export const changesOf = (policy: Policy, values: PolicyFormValues): WireInput =>
  inputOf(policy.kind, values, changedFields(fieldsOf(policy.kind), formOf(policy), values));

/** Stands in for what is not valid, so that nothing is said of it. */
const UNREMARKABLE = {
  ...{ sumAssured: Number.MAX_SAFE_INTEGER, premiumAmount: 1 },
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
} as const;

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  kind: PolicyKind,
  values: PolicyFormValues,
  kycStatus: KycStatus | null,
  today: Day,
): Partial<Record<PolicyField, string>> {
  const valid = normalValues(fieldsOf(kind), values);
  const someDay = valid.startDate ?? valid.endDate ?? today;
  const term = {
    ...UNREMARKABLE,
    vehicleYear: null,
    chassisNumber: null,
    startDate: someDay,
    endDate: someDay,
    ...valid,
  } as PolicyTerm;
  const found = [
    kycStatus && kycWarning(kycStatus),
    ...policyWarnings(kind, term, valid.status ?? DEFAULT_POLICY_STATUS, today),
  ].filter((warning) => warning !== null && warning.field in valid);
  return Object.fromEntries(found.map((warning) => [warning?.field, warning?.message]));
}

/** The day that stands in a field, once its year is whole: of two digits there may be more to come. */
export const wholeDay = (text: string): Day | null => (/\d{4}/.test(text) ? parseDay(text) : null);

/**
 * The end date that goes with another start date: that of a yearly term, unless somebody has chosen
 * an end of their own.
 */
export function endAfterStart(before: PolicyFormValues, start: string): string {
  const parseYear = (text: string): string => {
    const day = wholeDay(text);
    return day ? formatDay(endOfTerm(day)) : '';
  };
  const isOurs = before.endDate === '' || before.endDate === parseYear(before.startDate);
  return (isOurs && parseYear(start)) || before.endDate;
}
