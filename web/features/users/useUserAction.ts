import { useCallback } from 'react';
import { useCommands } from '../../data/commands';
import { sentenceOfAction } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';
import type { Invitation } from './InvitationDialog';
import { useReloadUsers } from './useReloadUsers';
import type { User } from './user';
import { USER_ACTIONS, type UserAction } from './userActions';

/**
 * Does something about a user, and says what came of it; answers whether it was done.
 * @param onLink of an invitation whose email reaches nobody.
 */
export function useUserAction(onLink: (invitation: Invitation) => void) {
  const send = useCommands();
  const showToast = useToast();
  const reload = useReloadUsers();
  return useCallback(
    async (action: UserAction, user: User): Promise<boolean> => {
      const { toSend, done, failed } = USER_ACTIONS[action];
      const answer = await send((commandId) => toSend(user.id, commandId), {
        subject: `${action} ${user.id}`,
      });
      await reload();
      const { failure } = answer;
      if (failure) {
        const description =
          failure.problem?.error ?? sentenceOfAction(failure, `${failed} Please try again.`);
        showToast({ title: 'Error', description, tone: 'destructive' });
        return false;
      }
      const link = answer.data.saved.invitationLink;
      if (link) onLink({ username: user.username, link });
      else showToast(done(user));
      return true;
    },
    [send, showToast, reload, onLink],
  );
}
