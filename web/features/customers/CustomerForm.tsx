import { zodResolver } from '@hookform/resolvers/zod';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm } from '../../ui/record/useRecordForm';
import { CustomerDrawer } from './CustomerDrawer';
import { CustomerFields } from './CustomerFields';
import { CUSTOMER_EDIT, shownValue } from './customerEdit';
import {
  type Customer,
  type CustomerFormValues,
  changesOf,
  EMPTY_FORM,
  formOf,
} from './customerForm';
import { CUSTOMER_LIST } from './customerListDesign';
import { useDuplicates } from './useDuplicates';
import { useSaveCustomer } from './useSaveCustomer';

interface CustomerFormProps extends FormEnds {
  /** The customer as the edit begins; null for a new one. */
  base: Customer | null;
}

const NEW_DUPLICATES = 'There may be such a customer already: see below. Save again to go on.';

const done = ({ name }: Customer, isNew: boolean) =>
  isNew
    ? { title: 'Customer Created', description: `${name} has been added.` }
    : { title: 'Customer Updated', description: `${name} has been updated.` };

export function CustomerForm({ base: opened, ...ends }: CustomerFormProps) {
  const [isAadhaarRemoved, setAadhaarRemoved] = useState(false);
  const [openedDuplicate, setOpenedDuplicate] = useState<number | null>(null);
  const save = useSaveCustomer();
  const form = useForm<CustomerFormValues, unknown, CustomerInput>({
    defaultValues: opened ? formOf(opened) : EMPTY_FORM,
    resolver: zodResolver(CustomerInput) as unknown as Resolver<
      CustomerFormValues,
      unknown,
      CustomerInput
    >,
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as CustomerFormValues;

  const edit = useRecordForm({
    ...ends,
    one: 'customer',
    opened,
    form,
    rules: CUSTOMER_EDIT,
    changesOf: (base, input) => (base ? changesOf(base, input, isAadhaarRemoved) : input),
    save,
    holdUp: async () => ((await duplicates.check(form.getValues())) ? NEW_DUPLICATES : null),
    done,
    isChangedBeside: isAadhaarRemoved,
    undoBeside: () => setAadhaarRemoved(false),
  });
  const duplicates = useDuplicates(edit.base);

  return (
    <>
      <RecordForm
        edit={edit}
        one="customer"
        addLabel={CUSTOMER_LIST.addLabel}
        shownValue={shownValue}
        onClose={ends.onClose}
      >
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
