import type { Role } from '@insuremanager/contracts/identity/permissions';
import { UserPatch, userFields } from '@insuremanager/contracts/identity/userFields';
import { operation } from '../../data/operation';
import { UpdateUserDocument } from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { ROLE_HINTS, TAKEN } from './roles';
import { useReloadUsers } from './useReloadUsers';
import type { User } from './user';

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

/** Changes the email address and the role of a user. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const { id, username, email, role, version: expectedVersion } = user;
  const showToast = useToast();
  return (
    <CommandDialog
      title={`Edit ${username}`}
      submitLabel="Save Changes"
      fields={userFields}
      initial={{ email, role }}
      schema={UserPatch}
      toSend={(input, commandId) =>
        operation(UpdateUserDocument, { id, input, expectedVersion, commandId })
      }
      failed="Failed to save the user. Please try again."
      fieldOf={TAKEN}
      reload={useReloadUsers()}
      extras={(typed) => ({
        email: { hint: 'The previous address is notified of the change' },
        role: {
          hint: `${ROLE_HINTS[typed.role as Role]}. Changing the role signs them out.`,
          required: false,
        },
      })}
      onSaved={() => {
        showToast({ title: 'User Updated', description: `${username} has been updated.` });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
