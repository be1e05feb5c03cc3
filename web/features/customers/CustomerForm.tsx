import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { operation } from '../../data/operation';
import {
  CreateCustomerDocument,
  type CustomerInput as Sent,
  UpdateCustomerDocument,
} from '../../data/operations.generated';
import { useOpenRecord } from '../../records/useOpenRecord';
import { RecordForm } from '../../ui/record/RecordForm';
import { target } from '../../ui/record/recordType';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import CustomerDrawer from './CustomerDrawer';
import { CustomerFields } from './CustomerFields';
import { CUSTOMER } from './customer';
import {
  CUSTOMER_EDIT,
  type Customer,
  type CustomerFormValues,
  changesOf,
  EMPTY_FORM,
  formOf,
  inputOf,
} from './customerForm';
import { useDuplicates } from './useDuplicates';

const saveCustomer = (base: Customer | null, input: Sent, commandId: string) =>
  base
    ? operation(UpdateCustomerDocument, { ...target(base), input, commandId })
    : operation(CreateCustomerDocument, { input, commandId });

interface CustomerFormProps extends FormEnds {
  /** The customer as the edit begins; null for a new one. */
  base: Customer | null;
}

const NEW_DUPLICATES = 'This customer may already exist: see below. Save again to continue.';

export function CustomerForm({ base: opened, ...ends }: CustomerFormProps) {
  const [isAadhaarRemoved, setAadhaarRemoved] = useState(false);
  const [openedDuplicate, setOpenedDuplicate] = useState<number | null>(null);
  const openRecord = useOpenRecord();
  const save = useSaveRecord(CUSTOMER, saveCustomer);
  const form = useValidatedForm<CustomerFormValues>(
    opened ? formOf(opened) : EMPTY_FORM,
    CustomerInput,
  );
  const values = useWatch({ control: form.control }) as CustomerFormValues;

  const edit = useRecordForm({
    ...ends,
    type: CUSTOMER,
    opened,
    form,
    rules: CUSTOMER_EDIT,
    changesOf: (base, typed) => (base ? changesOf(base, typed, isAadhaarRemoved) : inputOf(typed)),
    save,
    view: opened ? undefined : ({ id }) => openRecord({ kind: 'customer', id }),
    holdUp: async () => ((await duplicates.check(form.getValues())) ? NEW_DUPLICATES : null),
    isChangedBeside: isAadhaarRemoved,
    undoBeside: () => setAadhaarRemoved(false),
  });
  const duplicates = useDuplicates(edit.base);

  return (
    <>
      <RecordForm edit={edit}>
        <CustomerFields
          form={form}
          values={values}
          base={edit.base}
          duplicates={duplicates}
          onOpenDuplicate={setOpenedDuplicate}
          isAadhaarRemoved={isAadhaarRemoved}
          onAadhaarRemoved={setAadhaarRemoved}
        />
      </RecordForm>
      <CustomerDrawer id={openedDuplicate} onClose={() => setOpenedDuplicate(null)} />
    </>
  );
}
