import { useSession } from '../../session/SessionProvider';
import { useToast } from '../../ui/toaster/Toaster';

/** Ends the session, or says that it could not. */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSession();
  const showToast = useToast();
  return async () => {
    try {
      await leave();
    } catch {
      showToast({
        title: 'Error',
        description: 'Failed to logout. Please try again.',
        tone: 'destructive',
      });
    }
  };
}
