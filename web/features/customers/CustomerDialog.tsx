import { useState } from 'react';
import { useFieldsForm } from '../../records/FieldsForm';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { RecordForm } from '../../ui/record/RecordForm';
import type { FormEnds } from '../../ui/record/useRecordForm';
import CustomerDrawer from './CustomerDrawer';
import { CustomerFields } from './CustomerFields';
import type { Customer } from './customer';
import { CUSTOMER_FORM } from './customerForm';
import { useDuplicates } from './useDuplicates';

/** The dialog in which a customer is added or changed. */
const CustomerDialog = (dialog: Omit<EditDialogProps<Customer>, 'children'>) => (
  <EditDialog {...dialog}>{(base, ends) => <CustomerForm base={base} {...ends} />}</EditDialog>
);
export default CustomerDialog;

interface CustomerFormProps extends FormEnds {
  /** The customer as the edit begins; null for a new one. */
  base: Customer | null;
}

const NEW_DUPLICATES = 'This customer may already exist: see below. Save again to continue.';
const WITHOUT_AADHAAR = { aadhaarNumber: null };

function CustomerForm(props: CustomerFormProps) {
  const [isAadhaarRemoved, setAadhaarRemoved] = useState(false);
  const [openedDuplicate, setOpenedDuplicate] = useState<number | null>(null);
  const { edit, shown } = useFieldsForm({
    design: CUSTOMER_FORM,
    ...props,
    holdUp: async (typed) => ((await duplicates.check(typed)) ? NEW_DUPLICATES : null),
    beside: isAadhaarRemoved
      ? { changes: WITHOUT_AADHAAR, undo: () => setAadhaarRemoved(false) }
      : undefined,
  });
  const duplicates = useDuplicates(edit.base);

  return (
    <>
      <RecordForm edit={edit}>
        <CustomerFields
          {...shown}
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
