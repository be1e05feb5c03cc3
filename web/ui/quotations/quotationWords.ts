import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { QuotationFieldsFragment } from '../../data/operations.generated';
import { POLICY_TYPE_WORDS, VEHICLE_TYPE_WORDS } from '../policies/policyWords';

export const INSURANCE_WORDS: Readonly<Record<PolicyKind, string>> = {
  health: 'Health',
  vehicle: 'Vehicle',
};

export type QuotationField = keyof typeof QUOTATION_LABELS;

/** The sum assured of a vehicle is its insured declared value, and is called so. */
export const quotationLabel = (insuranceType: PolicyKind, field: QuotationField): string =>
  insuranceType === 'vehicle' && field === 'sumAssured'
    ? 'Insured declared value (IDV)'
    : QUOTATION_LABELS[field];

type Insured = Pick<
  QuotationFieldsFragment,
  'insuranceType' | 'policyType' | 'vehicleType' | 'vehicleNumber'
>;

/** What is to be insured, in a few words: `Health · Family`, `Car · KL 07 AB 1234`. */
export function insuredWords(quotation: Insured): string {
  const { insuranceType, policyType, vehicleType, vehicleNumber } = quotation;
  const words =
    insuranceType === 'health'
      ? [INSURANCE_WORDS.health, policyType && POLICY_TYPE_WORDS[policyType]]
      : [
          vehicleType ? VEHICLE_TYPE_WORDS[vehicleType] : INSURANCE_WORDS.vehicle,
          vehicleNumber && shownPlate(vehicleNumber),
        ];
  return words.filter(Boolean).join(' · ');
}
