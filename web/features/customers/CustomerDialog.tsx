import { useApolloClient } from '@apollo/client/react';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { useState } from 'react';
import { operation } from '../../data/operation';
import { LeadForCustomerDocument, LinkLeadDocument } from '../../data/operations.generated';
import { useFieldsForm } from '../../records/FieldsForm';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { Loaded } from '../../ui/record/Loaded';
import { RecordForm } from '../../ui/record/RecordForm';
import { forgetFields } from '../../ui/record/recordType';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { useAction } from '../../ui/useAction';
import CustomerDrawer from './CustomerDrawer';
import { CustomerFields } from './CustomerFields';
import type { Customer } from './customer';
import { CUSTOMER_FORM } from './customerForm';
import { useDuplicates } from './useDuplicates';

interface CustomerDialogProps extends Omit<EditDialogProps<Customer>, 'children'> {
  /** The lead that becomes a customer. */
  lead: number | null;
}

/** The dialog in which a customer is added or changed. */
const CustomerDialog = (dialog: CustomerDialogProps) => (
  <EditDialog {...dialog}>
    {(base, ends) => {
      const { lead } = dialog;
      return lead === null || base ? (
        <CustomerForm base={base} {...ends} />
      ) : (
        <CustomerOfLead leadId={lead} {...ends} />
      );
    }}
  </EditDialog>
);
export default CustomerDialog;

/** A new customer of a lead: what is known stands in the form, and the lead knows them afterwards. */
function CustomerOfLead({ leadId, onSaved, ...ends }: FormEnds & { leadId: number }) {
  const { act } = useAction('The customer was added, but the lead does not name them yet.');
  const { cache } = useApolloClient();
  const saved = async (customerId: number) => {
    await act(`link-${leadId}`, (commandId) =>
      operation(LinkLeadDocument, { id: leadId, input: { customerId }, commandId }),
    );
    forgetFields(cache, ['leads', 'leadTwins', 'myDay']);
    await onSaved(customerId);
  };
  return (
    <Loaded
      query={operation(LeadForCustomerDocument, { id: leadId })}
      what="the lead"
      rowHeight={56}
      fetchPolicy="network-only"
    >
      {({ lead }) => (
        <CustomerForm
          base={null}
          // A lead that has become a customer does not become another one.
          onSaved={lead && lead.customerId === null ? saved : onSaved}
          {...ends}
          {...(lead && {
            initial: {
              ...CUSTOMER_FORM.empty,
              name: lead.name,
              phone: lead.phone ? formatPhone(lead.phone) : '',
              email: lead.email ?? '',
              pincode: lead.pincode ?? '',
            },
          })}
        />
      )}
    </Loaded>
  );
}

interface CustomerFormProps extends FormEnds {
  /** The customer as the edit begins; null for a new one. */
  base: Customer | null;
  /** What stands in the form of a new one, where more is known. */
  initial?: typeof CUSTOMER_FORM.empty;
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
