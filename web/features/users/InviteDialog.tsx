import type { Role } from '@insuremanager/contracts/identity/permissions';
import { NewUser, newUserFields } from '@insuremanager/contracts/identity/userFields';
import { operation } from '../../data/operation';
import { InviteUserDocument } from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { useToast } from '../../ui/toaster/Toaster';
import type { Invitation } from './InvitationDialog';
import { ROLE_HINTS, TAKEN } from './roles';
import { useReloadUsers } from './useReloadUsers';

interface InviteDialogProps {
  /** The email reaches nobody. */
  onLink: (invitation: Invitation) => void;
  onClose: () => void;
}

/** Invites by email: whoever follows its link chooses a password. */
export function InviteDialog({ onLink, onClose }: InviteDialogProps) {
  const showToast = useToast();
  return (
    <CommandDialog
      title="Invite User"
      label="Invite user"
      submitLabel="Send Invitation"
      fields={newUserFields}
      schema={NewUser}
      toSend={(input, commandId) => operation(InviteUserDocument, { input, commandId })}
      failed="Failed to invite the user. Please try again."
      fieldOf={TAKEN}
      reload={useReloadUsers()}
      extras={({ role }) => ({
        username: { hint: 'No spaces. It cannot be changed later.' },
        role: { hint: `${ROLE_HINTS[role as Role]}.`, required: false },
      })}
      onSaved={({ saved: { invitationLink: link } }, { username, email }) => {
        if (link) onLink({ username, link });
        else
          showToast({
            title: 'User Invited',
            description: `${username} gets an email at ${email}. The link is valid for seven days.`,
          });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
