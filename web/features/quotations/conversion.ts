import { formOf } from '@insuremanager/contracts/fields/fields';
import { type PolicyField, policyFields } from '@insuremanager/contracts/policies/policyFields';
import { conversionWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { parsePaise } from '@insuremanager/contracts/rules/money';
import { pick } from '@insuremanager/contracts/rules/objects';
import { type PolicyFormValues, proposedForm, warningsOf } from '../../records/policies/policyForm';
import type { Quotation } from './quotation';

const QUOTED = pick(policyFields, [
  'insuranceCompany',
  'policyType',
  'vehicleType',
  'vehicleNumber',
  'sumAssured',
  'premiumAmount',
]);

/** The form of the policy that a quotation becomes: what was quoted stands in it, from today on. */
export function policyFormFrom(quotation: Quotation, today: Day): PolicyFormValues {
  const quoted = Object.entries(formOf(QUOTED, quotation)).filter(([, text]) => text !== '');
  return { ...proposedForm(quotation.customerId, today), ...Object.fromEntries(quoted) };
}

/** What looks wrong in the form of that policy as it stands; first of all what was not quoted. */
export function conversionWarningsOf(
  quotation: Quotation,
  values: PolicyFormValues,
  today: Day,
): Partial<Record<PolicyField, string>> {
  const { insuranceType, insuranceCompany, sumAssured, premiumAmount, customer } = quotation;
  const quoted = {
    insuranceCompany,
    sumAssured: parsePaise(sumAssured) ?? 0,
    premiumAmount: parsePaise(premiumAmount) ?? 0,
  };
  const differences = conversionWarnings(quoted, {
    insuranceCompany: values.insuranceCompany.trim() || undefined,
    sumAssured: parsePaise(values.sumAssured) ?? undefined,
    premiumAmount: parsePaise(values.premiumAmount) ?? undefined,
  });
  return {
    ...warningsOf(insuranceType, values, customer?.kycStatus ?? null, today),
    ...Object.fromEntries(differences.map(({ field, message }) => [field, message])),
  };
}
