import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import { conversionWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import {
  amountOf,
  emptyForm,
  type PolicyFormValues,
  warningsOf,
} from '../../ui/policies/policyForm';
import type { Quotation } from './quotation';

/** The form of the policy that a quotation becomes: what was quoted stands in it. */
export function policyFormFrom(quotation: Quotation): PolicyFormValues {
  const { customerId, insuranceCompany, policyType, vehicleType, vehicleNumber } = quotation;
  const usual = emptyForm(customerId);
  return {
    ...usual,
    insuranceCompany: insuranceCompany ?? '',
    policyType: policyType ?? usual.policyType,
    vehicleType: vehicleType ?? usual.vehicleType,
    vehicleNumber: vehicleNumber ? shownPlate(vehicleNumber) : '',
    sumAssured: amountOf(quotation.sumAssured),
    premiumAmount: amountOf(quotation.premiumAmount),
  };
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
    sumAssured: paiseFrom(sumAssured) ?? 0,
    premiumAmount: paiseFrom(premiumAmount) ?? 0,
  };
  const differences = conversionWarnings(quoted, {
    insuranceCompany: values.insuranceCompany.trim() || undefined,
    sumAssured: paiseFrom(values.sumAssured) ?? undefined,
    premiumAmount: paiseFrom(values.premiumAmount) ?? undefined,
  });
  return {
    ...warningsOf(insuranceType, values, customer?.kycStatus ?? null, today),
    ...Object.fromEntries(differences.map(({ field, message }) => [field, message])),
  };
}
