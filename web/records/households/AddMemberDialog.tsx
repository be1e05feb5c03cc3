import { useApolloClient } from '@apollo/client/react';
import {
  HOUSEHOLD_RELATIONS,
  type HouseholdRelation,
} from '@insuremanager/contracts/households/relations';
import { useState } from 'react';
import { operation } from '../../data/operation';
import {
  type CustomerChoiceFragment,
  HouseholdOfDocument,
  SetHouseholdMemberDocument,
} from '../../data/operations.generated';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';
import { optionsOf } from '../../ui/labels';
import { SelectField } from '../../ui/SelectField';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { CustomerPicker } from '../customers/CustomerPicker';

interface AddMemberDialogProps {
  customer: { readonly id: number; readonly name: string };
  onClose: () => void;
}

/** Puts another customer into the household of one. */
export default function AddMemberDialog({ customer, onClose }: AddMemberDialogProps) {
  const client = useApolloClient();
  const showToast = useToast();
  const { act } = useAction('Failed to add the member. Please try again.');
  const [member, setMember] = useState<CustomerChoiceFragment | null>(null);
  const [relation, setRelation] = useState<HouseholdRelation>('spouse');
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = async () => {
    if (!member) return setError('Choose a customer');
    if (member.id === customer.id) return setError('Choose another customer than this one');
    const answer = await act('add', (commandId) =>
      operation(SetHouseholdMemberDocument, {
        ...{ customerId: customer.id, memberId: member.id, relation, commandId },
      }),
    );
    if (!answer) return;
    const { household } = answer.saved;
    const shown = operation(HouseholdOfDocument, { customerId: customer.id });
    client.writeQuery({ ...shown, data: { household } });
    showToast({ title: 'Member Added', description: member.name });
    onClose();
  };
  return (
    <FormDialog title="Add Member" submitLabel="Add" onClose={onClose} onSubmit={submit}>
      <FormField label="Customer" error={error}>
        {(field) => (
          <CustomerPicker
            {...field}
            autoFocus
            customerId={member?.id ?? null}
            onChange={(next) => {
              setMember(next);
              setError(undefined);
            }}
          />
        )}
      </FormField>
      <SelectField
        label="Relation to the head"
        value={relation}
        options={optionsOf(HOUSEHOLD_RELATIONS)}
        onChange={(value) => setRelation(value as HouseholdRelation)}
      />
    </FormDialog>
  );
}
