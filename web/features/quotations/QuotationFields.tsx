import { InputGroup } from '@blueprintjs/core';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type QuotationFormField as Field,
  QUOTATION_LABELS,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FieldGroups } from '../../records/FormFields';
import { useInsurerWarning } from '../../records/policies/useInsurerWarning';
import { quotationLabel } from '../../records/quotations/quotationLabels';
import { FormField } from '../../ui/FormField';
import { COVER_FIELDS } from './quotation';
import type { QuotationFormValues, Reckoning } from './quotationForm';

interface QuotationFieldsProps {
  form: UseFormReturn<QuotationFormValues>;
  insuranceType: PolicyKind;
  reckoning: Reckoning;
  warnings: Partial<Record<Field, string>>;
  /** Warnings also of fields that nobody has been in. */
  warnsAtOnce: boolean;
  autoFocus: Field;
}

export function QuotationFields(props: QuotationFieldsProps) {
  const { form, insuranceType, reckoning, warnings, warnsAtOnce, autoFocus } = props;
  const insurerWarning = useInsurerWarning(
    useWatch({ control: form.control, name: 'insuranceCompany' }),
  );
  return (
    <FieldGroups
      groups={[
        { heading: 'Customer and cover', fields: ['customerId', ...COVER_FIELDS[insuranceType]] },
        { heading: 'Amounts', fields: ['sumAssured', 'premiumAmount', 'serviceCharges'] },
        { heading: 'Validity and status', fields: ['validityDays', 'status', 'notes'] },
      ]}
      {...{ form, warnsAtOnce, autoFocus }}
      fields={quotationFields}
      warnings={{ insuranceCompany: insurerWarning, ...warnings }}
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
