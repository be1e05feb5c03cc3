import { labelsOf } from '@insuremanager/contracts/fields/fields';
import {
  QuotationInputSchema,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useGstRates } from '../../records/agency/useAgency';
import { useNameOfCustomer } from '../../records/customers/useNameOfCustomer';
import { useOpenRecord } from '../../records/useOpenRecord';
import { RecordForm } from '../../ui/record/RecordForm';
import type { EditRules } from '../../ui/record/rebased';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import { QuotationFields } from './QuotationFields';
import { QUOTATION, type Quotation, saveQuotation } from './quotation';
import {
  changesOf,
  emptyForm,
  formOf,
  inputOf,
  insuranceTypeOf,
  type QuotationFormValues,
  reckoningOf,
  warningsOf,
} from './quotationForm';

interface QuotationFormProps extends FormEnds {
  /** The quotation as the edit begins; null for a new one. */
  base: Quotation | null;
  /** For whom a new one is meant, when that is known. */
  customerId?: number | null;
  /** What stands in the form of a new one, when more is known. */
  initial?: QuotationFormValues;
}

const LABELS = labelsOf(quotationFields);

export function QuotationForm(props: QuotationFormProps) {
  const { base: opened, customerId = null, initial, ...ends } = props;
  const form = useValidatedForm<QuotationFormValues>(
    opened ? formOf(opened) : (initial ?? emptyForm(customerId)),
    QuotationInputSchema,
  );
  const values = useWatch({ control: form.control }) as QuotationFormValues;
  const nameOf = useNameOfCustomer();
  const gstRates = useGstRates();
  const rules = useMemo(
    (): EditRules<Quotation, QuotationFormValues> => ({
      labels: LABELS,
      formOf,
      format: (field, value) =>
        field === 'customerId' ? nameOf(value) : QUOTATION.formatValue(field, value),
    }),
    [nameOf],
  );

  const openRecord = useOpenRecord();
  const edit = useRecordForm({
    ...ends,
    type: QUOTATION,
    opened,
    form,
    rules,
    changesOf: (base, typed) => (base ? changesOf(base, typed) : inputOf(typed)),
    save: useSaveRecord(QUOTATION, saveQuotation),
    view: opened ? undefined : ({ id }) => openRecord({ kind: 'quotation', id }),
  });
  const isFor = opened?.customerId ?? initial?.customerId ?? customerId;
  return (
    <RecordForm edit={edit}>
      <QuotationFields
        form={form}
        insuranceType={insuranceTypeOf(values.insuranceType)}
        reckoning={reckoningOf(values, edit.base, new Date(), gstRates)}
        warnings={warningsOf(values)}
        warnsAtOnce={opened !== null}
        autoFocus={isFor === null ? 'customerId' : 'insuranceType'}
      />
    </RecordForm>
  );
}
