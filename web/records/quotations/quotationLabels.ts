import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { QuotationWithCustomerFragment } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';

export type QuotationField = keyof typeof QUOTATION_LABELS;

/** The sum assured of a vehicle is its insured declared value, and is called so. */
export const quotationLabel = (insuranceType: PolicyKind, field: QuotationField): string =>
  insuranceType === 'vehicle' && field === 'sumAssured'
    ? 'Insured declared value (IDV)'
    : QUOTATION_LABELS[field];

type Insured = Pick<
  QuotationWithCustomerFragment,
  'insuranceType' | 'policyType' | 'vehicleType' | 'vehicleNumber'
>;

/** What is to be insured, in a few words: `Health · Family`, `Car · KL 07 AB 1234`. */
export function insuredLabel(quotation: Insured): string {
  const { insuranceType, policyType, vehicleType, vehicleNumber } = quotation;
  const words =
    insuranceType === 'health'
      ? [labelOf('health'), policyType && labelOf(policyType)]
      : [
          vehicleType ? labelOf(vehicleType) : labelOf('vehicle'),
          vehicleNumber && formatPlate(vehicleNumber),
        ];
  return words.filter(Boolean).join(' · ');
}

/** The same, and by whom. */
export const offerLabel = (quotation: Insured & { insuranceCompany: string | null }): string =>
  [insuredLabel(quotation), quotation.insuranceCompany].filter(Boolean).join(' · ');
