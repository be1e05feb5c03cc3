import { UserPatch } from '@insuremanager/contracts/identity/userInputs';
import { operation } from '../../data/operation';
import { UpdateUserDocument } from '../../data/operations.generated';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { EmailAndRole } from './EmailAndRole';
import { UserForm } from './UserForm';
import type { User } from './user';

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

/** Changes the email address and the role of a user. */
export const UserDialog = ({
  user: { id, username, email, role, version },
  onClose,
}: UserDialogProps) => (
  <RecordDialog title={`Edit ${username}`} onClose={onClose}>
    {(markUnsaved) => (
      <UserForm
        label={`Edit ${username}`}
        submitLabel="Save Changes"
        opened={{ email, role }}
        schema={UserPatch}
        toSend={(input, commandId) =>
          operation(UpdateUserDocument, { id, input, expectedVersion: version, commandId })
        }
        done={() => ({ title: 'User Updated', description: `${username} has been updated.` })}
        failed="Failed to save the user."
        markUnsaved={markUnsaved}
        onClose={onClose}
      >
        {(form) => <EmailAndRole form={form} isChange />}
      </UserForm>
    )}
  </RecordDialog>
);
