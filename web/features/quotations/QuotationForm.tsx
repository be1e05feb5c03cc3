import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../ui/record/useRecordForm';
import { useNameOfCustomer } from '../../ui/useNameOfCustomer';
import { QuotationFields } from './QuotationFields';
import type { Quotation } from './quotation';
import { quotationEditRules, shownValue } from './quotationEdit';
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
import { QUOTATION_LIST } from './quotationListDesign';
import { useSaveQuotation } from './useSaveQuotation';

interface QuotationFormProps extends FormEnds {
  /** The quotation as the edit begins; null for a new one. */
  base: Quotation | null;
  /** For whom a new one is meant, when that is known. */
  holderId?: number | null;
}

const done = ({ quotationNumber }: Quotation, isNew: boolean) =>
  isNew
    ? { title: 'Quotation Created', description: `${quotationNumber} has been added.` }
    : { title: 'Quotation Updated', description: `${quotationNumber} has been updated.` };

export function QuotationForm({ base: opened, holderId = null, ...ends }: QuotationFormProps) {
  const form = useForm<QuotationFormValues>({
    defaultValues: opened ? formOf(opened) : emptyForm(holderId),
    resolver: validatedBy(QuotationInputSchema),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as QuotationFormValues;
  const nameOf = useNameOfCustomer();
  const rules = useMemo(() => quotationEditRules(nameOf), [nameOf]);

  const edit = useRecordForm({
    ...ends,
    one: 'quotation',
    opened,
    form,
    rules,
    changesOf: (base, typed) => (base ? changesOf(base, typed) : inputOf(typed)),
    save: useSaveQuotation(),
    done,
  });
  const isFor = opened?.customerId ?? holderId;
  return (
    <RecordForm
      edit={edit}
      one="quotation"
      addLabel={QUOTATION_LIST.addLabel}
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <QuotationFields
        form={form}
        insuranceType={insuranceTypeOf(values.insuranceType)}
        reckoning={reckoningOf(values, edit.base, new Date())}
        warnings={warningsOf(values)}
        warnsAtOnce={opened !== null}
        autoFocus={isFor === null ? 'customerId' : 'insuranceType'}
      />
    </RecordForm>
  );
}
