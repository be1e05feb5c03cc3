import { InputGroup } from '@blueprintjs/core';
import { NewUser } from '@insuremanager/contracts/identity/userInputs';
import { operation } from '../../data/operation';
import { InviteUserDocument } from '../../data/operations.generated';
import { FormField } from '../../ui/FormField';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { EmailAndRole } from './EmailAndRole';
import type { Invitation } from './InvitationDialog';
import { UserForm } from './UserForm';

const EMPTY: NewUser = { username: '', email: '', role: 'agent' };

interface InviteDialogProps {
  /** The email reaches nobody. */
  onLink: (invitation: Invitation) => void;
  onClose: () => void;
}

/** Invites by email: whoever follows its link chooses a password. */
export const InviteDialog = ({ onLink, onClose }: InviteDialogProps) => (
  <RecordDialog title="Invite User" onClose={onClose}>
    {(markUnsaved) => (
      <UserForm
        label="Invite user"
        submitLabel="Send Invitation"
        opened={EMPTY}
        schema={NewUser}
        toSend={(input, commandId) => operation(InviteUserDocument, { input, commandId })}
        done={({ username, email }, { saved: { invitationLink: link } }) => {
          if (link) onLink({ username, link });
          return link
            ? null
            : {
                title: 'User Invited',
                description: `${username} gets an email at ${email}. The link is valid for seven days.`,
              };
        }}
        failed="Failed to invite the user."
        markUnsaved={markUnsaved}
        onClose={onClose}
      >
        {(form) => (
          <>
            <FormField
              label="Username"
              required
              hint="No spaces. It cannot be changed later."
              error={form.errors.username}
            >
              {(field) => (
                <InputGroup
                  {...field}
                  name="username"
                  value={form.values.username}
                  onValueChange={(username) => form.set({ username })}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  autoFocus
                />
              )}
            </FormField>
            <EmailAndRole form={form} />
          </>
        )}
      </UserForm>
    )}
  </RecordDialog>
);
