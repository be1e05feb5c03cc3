import { Intent } from '@blueprintjs/core';
import { FormDialog } from '../../ui/FormDialog';
import type { User } from './user';
import { USER_ACTIONS, type UserAction } from './userActions';

interface ConfirmActionProps {
  action: UserAction;
  user: User;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something that another user will feel. */
export function ConfirmAction({ action, user, onConfirm, onClose }: ConfirmActionProps) {
  const { label, question } = USER_ACTIONS[action];
  return (
    <FormDialog
      title={question?.title(user) ?? label}
      submitLabel={label}
      intent={Intent.DANGER}
      onClose={onClose}
      onSubmit={onConfirm}
    >
      <p className="muted">{question?.text}</p>
    </FormDialog>
  );
}
