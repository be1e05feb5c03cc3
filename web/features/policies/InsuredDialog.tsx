import { formOf } from '@insuremanager/contracts/fields/fields';
import {
  InsuredMemberInput,
  insuredMemberFields,
} from '@insuremanager/contracts/policies/insuredMembers';
import type { Operation } from '../../data/operation';
import type {
  SetInsuredMembersMutation,
  InsuredMemberInput as WireInput,
} from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import type { Policy } from './policy';

interface InsuredDialogProps {
  /** What is known of them already. */
  member: Partial<WireInput>;
  toSend: (member: WireInput, commandId: string) => Operation<SetInsuredMembersMutation>;
  onSaved: (policy: Policy) => void;
  onClose: () => void;
}

/** Names one more whom a health policy covers: a customer, or somebody who is none. */
export default function InsuredDialog({ member, toSend, onSaved, onClose }: InsuredDialogProps) {
  return (
    <CommandDialog
      title="Add insured member"
      submitLabel="Add"
      fields={insuredMemberFields}
      initial={formOf(insuredMemberFields, member)}
      schema={InsuredMemberInput}
      toSend={toSend}
      extras={() => ({
        name: { hint: 'Of somebody who is no customer' },
        relation: { autoFocus: Boolean(member.customerId) },
      })}
      failed="Failed to add the member. Please try again."
      onSaved={({ saved }) => onSaved(saved.record)}
      onClose={onClose}
    />
  );
}
