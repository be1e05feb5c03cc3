import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import {
  type PolicyField,
  type PolicyInput,
  type PolicyTerm,
  policyFields,
} from '@insuremanager/contracts/policies/policyFields';
import {
  HealthPolicyInput,
  policyInputOf,
  VehiclePolicyInput,
} from '@insuremanager/contracts/policies/policyInputs';
import {
  DEFAULT_POLICY_STATUS,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { impossibilities } from '@insuremanager/contracts/policies/policyTerm';
import { kycWarning, policyWarnings } from '@insuremanager/contracts/policies/policyWarnings';
import { endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, dayFrom, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Paise, paiseFrom, shownMoney } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { normalPlate, shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { ZodType } from 'zod';
import { frequencyOf, wireFrequency } from '../../data/frequency';
import type {
  PolicyFieldsFragment as Policy,
  PolicyInput as WireInput,
} from '../../data/operations.generated';

/** What stands in the fields: text, empty where there is nothing. */
export type PolicyFormValues = Record<PolicyField, string>;

const NOTHING: PolicyFormValues = {
  customerId: '',
  policyNumber: '',
  insuranceCompany: '',
  policyType: 'individual',
  vehicleNumber: '',
  vehicleType: 'car',
  vehicleMake: '',
  vehicleModel: '',
  vehicleYear: '',
  engineNumber: '',
  chassisNumber: '',
  coverType: '',
  sumAssured: '0',
  premiumAmount: '0',
  premiumFrequency: 'yearly',
  ncbPercent: '',
  startDate: '',
  endDate: '',
  thirdPartyEndDate: '',
  status: DEFAULT_POLICY_STATUS,
};

/** The form of a new policy, for a customer when one is known. */
export const emptyForm = (customerId: number | null = null): PolicyFormValues => ({
  ...NOTHING,
  customerId: customerId === null ? '' : String(customerId),
});

/** An amount as it stands in a field: `12,34,567`, `9,029.95`. */
export const shownAmount = (paise: Paise): string =>
  shownMoney(paise).replace('₹', '').replace(/\.00$/, '');

/** What stands in a field once it is left: what is understood, as it is written here. */
export function asLeft(field: PolicyField, text: string): string {
  switch (field) {
    case 'sumAssured':
    case 'premiumAmount': {
      const paise = paiseFrom(text);
      return paise === null ? text : shownAmount(paise);
    }
    case 'vehicleNumber':
      return shownPlate(normalPlate(text));
    default:
      return text;
  }
}

/** The same of an amount as the gateway answers it. */
export const amountOf = (decimal: string): string => shownAmount(paiseFrom(decimal) ?? 0);
const dayText = (day: Day | null): string => (day ? shownDay(day) : '');

export const formOf = (policy: Policy): PolicyFormValues => ({
  customerId: String(policy.customerId),
  policyNumber: policy.policyNumber,
  insuranceCompany: policy.insuranceCompany,
  policyType: policy.policyType ?? '',
  vehicleNumber: policy.vehicleNumber ? shownPlate(policy.vehicleNumber) : '',
  vehicleType: policy.vehicleType ?? '',
  vehicleMake: policy.vehicleMake ?? '',
  vehicleModel: policy.vehicleModel ?? '',
  vehicleYear: policy.vehicleYear === null ? '' : String(policy.vehicleYear),
  engineNumber: policy.engineNumber ?? '',
  chassisNumber: policy.chassisNumber ?? '',
  coverType: policy.coverType ?? '',
  sumAssured: amountOf(policy.sumAssured),
  premiumAmount: amountOf(policy.premiumAmount),
  premiumFrequency: frequencyOf(policy.premiumFrequency),
  ncbPercent: policy.ncbPercent === null ? '' : String(policy.ncbPercent),
  startDate: dayText(policy.startDate),
  endDate: dayText(policy.endDate),
  thirdPartyEndDate: dayText(policy.thirdPartyEndDate),
  status: policy.status,
});

/** What a policy of a kind must be, with what cannot be at its field. */
export const policyFormSchema = (kind: PolicyKind) =>
  policyInputOf(kind).superRefine((input, context) => {
    for (const { field, message } of impossibilities(input)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/** All of a valid form, as the gateway takes a new policy: the texts that stand in its fields. */
export const inputOf = (kind: PolicyKind, values: PolicyFormValues): WireInput => ({
  ...Object.fromEntries(policyFields(kind).map((field) => [field, values[field] || null])),
  customerId: Number(values.customerId),
  premiumFrequency: wireFrequency(values.premiumFrequency as PremiumFrequency),
});

/** What a valid form changes about a policy: only what differs in normal form. */
export function changesOf(policy: Policy, values: PolicyFormValues): WireInput {
  const { kind } = policy;
  const [input, held] = [inputOf(kind, values), formOf(policy)];
  const changed = policyFields(kind).filter(
    (field) => normalOf(kind, field, values[field]) !== normalOf(kind, field, held[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, input[field]]));
}

/** What a field holds in normal form; undefined when it is not valid. */
export function normalOf(kind: PolicyKind, field: PolicyField, raw: string): unknown {
  const { shape } = kind === 'health' ? HealthPolicyInput : VehiclePolicyInput;
  const schema = (shape as Partial<Record<PolicyField, ZodType>>)[field];
  const parsed = schema?.safeParse(raw);
  return parsed?.success ? parsed.data : undefined;
}

/** Stands in for what is not valid, so that nothing is said of it. */
const UNREMARKABLE = { sumAssured: Number.MAX_SAFE_INTEGER, premiumAmount: 1 } as const;

/** What looks wrong in the form as it stands; a field that is not valid has its error instead. */
export function warningsOf(
  kind: PolicyKind,
  values: PolicyFormValues,
  kycStatus: KycStatus | null,
  today: Day,
): Partial<Record<PolicyField, string>> {
  const valid = Object.fromEntries(
    policyFields(kind)
      .map((field) => [field, normalOf(kind, field, values[field])] as const)
      .filter(([, value]) => value !== undefined),
  ) as Partial<PolicyInput>;
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

/**
 * The end date that goes with another start date: that of a yearly term, unless somebody has chosen
 * an end of their own.
 */
export function endAfterStart(before: PolicyFormValues, start: string): string {
  const yearFrom = (text: string): string => {
    const day = dayFrom(text);
    return day ? shownDay(endOfTerm(day)) : '';
  };
  const isOurs = before.endDate === '' || before.endDate === yearFrom(before.startDate);
  return (isOurs && yearFrom(start)) || before.endDate;
}
