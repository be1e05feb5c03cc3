import { useApolloClient } from '@apollo/client/react';
import { useAllowed } from '../../ui/allowed';
import { rareDialog } from '../../ui/lazyDialog';
import { idIn } from '../../ui/list/addressValues';
import { forgetFields } from '../../ui/record/recordType';
import { useAddress } from '../../ui/useAddress';
import { REMIND } from './remind';

const RemindDialog = rareDialog(() => import('./RemindDialog'));

interface RemindProps {
  /** A reminder was asked for, whatever became of it; lists of reminders are asked for again. */
  onAsked?: () => void;
}

/** The preview of a reminder, on any screen, as long as its address names a term. */
export function Remind({ onAsked }: RemindProps) {
  const { params, close } = useAddress();
  const { cache } = useApolloClient();
  const canSend = useAllowed('reminders.write');
  const id = idIn(params, REMIND);
  if (id === null || !canSend) return null;
  const asked = () => {
    forgetFields(cache, ['reminderCards', 'reminderPreview', 'bulkPreview']);
    if (onAsked) onAsked();
    else forgetFields(cache, ['reminders']);
  };
  return <RemindDialog key={id} id={id} onAsked={asked} onClose={() => close(REMIND)} />;
}
