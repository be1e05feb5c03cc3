import { Button, InputGroup } from '@blueprintjs/core';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { CopyButton } from '../../ui/CopyButton';
import { FormField } from '../../ui/FormField';
import { RecordDialog } from '../../ui/record/RecordDialog';

export interface Invitation {
  username: string;
  link: string;
}

/** Of an invitation whose email reaches nobody: its link, to be handed over by other means. */
export const InvitationDialog = ({
  username,
  link,
  onClose,
}: Invitation & { onClose: () => void }) => (
  <RecordDialog title="Invitation Link" onClose={onClose}>
    {() => (
      <>
        <div className="record-form-fields">
          <p>
            The email to {username}: {EMAIL_KEPT.toLowerCase()}. Give them this link yourself; it is
            valid for seven days. Whoever has it chooses the password.
          </p>
          <FormField label="Link">
            {({ intent: _intent, ...field }) => (
              <InputGroup
                {...field}
                readOnly
                autoFocus
                value={link}
                onFocus={({ currentTarget }) => currentTarget.select()}
                rightElement={<CopyButton text={link} what="link" />}
              />
            )}
          </FormField>
        </div>
        <footer className="record-form-foot">
          <Button onClick={onClose}>Close</Button>
        </footer>
      </>
    )}
  </RecordDialog>
);
