import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { CustomerForm } from './CustomerForm';
import type { Customer } from './customerForm';

/** The dialog in which a customer is added or changed. */
const CustomerDialog = (dialog: Omit<EditDialogProps<Customer>, 'children'>) => (
  <EditDialog {...dialog}>{(base, ends) => <CustomerForm base={base} {...ends} />}</EditDialog>
);
export default CustomerDialog;
