import { InputGroup } from '@blueprintjs/core';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import { useGstRates } from '../../records/agency/useAgency';
import type { ShownFields } from '../../records/FieldsForm';
import { FieldGroups } from '../../records/FormFields';
import { useInsurerWarning } from '../../records/policies/useInsurerWarning';
import { quotationLabel } from '../../records/quotations/quotationLabels';
import { FormField } from '../../ui/FormField';
import type { Quotation } from './quotation';
import {
  groupsOf,
  insuranceTypeOf,
  type QuotationFormValues,
  type Reckoning,
  reckoningOf,
  warningsOf,
} from './quotationForm';

export function QuotationFields(shown: ShownFields<Quotation, QuotationFormValues>) {
  const { values, base } = shown;
  const insuranceType = insuranceTypeOf(values.insuranceType);
  const reckoning = reckoningOf(values, base, new Date(), useGstRates());
  const insurerWarning = useInsurerWarning(values.insuranceCompany);
  return (
    <FieldGroups
      {...shown}
      groups={groupsOf(insuranceType)}
      warnings={{ insuranceCompany: insurerWarning, ...warningsOf(values) }}
      extras={{
        sumAssured: { label: quotationLabel(insuranceType, 'sumAssured') },
        validityDays: {
          hint: reckoning.until && `Valid until ${formatDay(reckoning.until)}`,
        },
        notes: { hint: 'Printed on the quotation' },
      }}
      groupEnds={{ Amounts: <TotalAmount reckoning={reckoning} /> }}
    />
  );
}

/** What the tax of a premium is, in words. */
const taxLabel = ({ gst, gstRate }: Reckoning): string =>
  gstRate === 0
    ? 'Premium and service charges; no GST (0 %)'
    : `Premium and service charges; includes ${formatMoney(gst)} GST at ${gstRate} %`;

/** Follows from the premium and the charges while they are typed. */
const TotalAmount = ({ reckoning }: { reckoning: Reckoning }) => (
  <FormField label={QUOTATION_LABELS.totalAmount} hint={taxLabel(reckoning)}>
    {(field) => (
      <InputGroup
        {...field}
        className="amount-input"
        value={formatMoney(reckoning.total)}
        readOnly
      />
    )}
  </FormField>
);
