import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { TakenTextDialog } from '../../ui/TakenTextDialog';

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
  <TakenTextDialog title="Invitation Link" label="Link" text={link} what="link" onClose={onClose}>
    The email to {username}: {EMAIL_KEPT.toLowerCase()}. Give them this link yourself; it is valid
    for seven days. Whoever has it chooses the password.
  </TakenTextDialog>
);
