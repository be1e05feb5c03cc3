import { PAST_PERMISSIONS, type Permission } from '@insuremanager/contracts/identity/permissions';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { PAST_DAY } from '../data/pastDay';
import { chooseTheme } from '../ui/theme';
import { fetchCurrentUser, signOut } from './sessionRequests';

export type SessionState =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  /** `next`: the address of the page to go to. */
  | { phase: 'signedOut'; next: '/' | '/login' }
  /** `ended`: the server no longer knows the session; the screen stays, with a sign-in over it. */
  | { phase: 'signedIn'; user: CurrentUser; ended: boolean };

interface Session {
  state: SessionState;
  /** Grows with every sign-in over a running screen; what failed meanwhile may ask again. */
  renewals: number;
  load: () => void;
  /** After a successful sign-in. */
  begin: (user: CurrentUser) => void;
  /** What has changed about the signed-in user. */
  update: (changed: Partial<CurrentUser>) => void;
  /** Rejects when the server could not be told. */
  leave: () => Promise<void>;
  markEnded: () => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** The user of a screen that only signed-in people see. */
export function useCurrentUser(): CurrentUser {
  const { state } = useSession();
  if (state.phase !== 'signedIn') throw new Error('useCurrentUser needs a signed-in user');
  return state.user;
}

/**
 * How the user has the screens; it holds on this device for the next first paint. In the office of a
 * past day there is less to be done.
 */
const applied = (user: CurrentUser): CurrentUser => {
  chooseTheme(user.preferences.theme);
  if (PAST_DAY === null) return user;
  const isDone = (permission: Permission) => PAST_PERMISSIONS.includes(permission);
  return { ...user, permissions: user.permissions.filter(isDone) };
};

const endedOf = (state: SessionState): SessionState =>
  state.phase === 'signedIn' ? { ...state, ended: true } : state;

interface SessionProviderProps {
  /** Who is signed in, as the page began to ask; null: nobody. */
  first: Promise<CurrentUser | null>;
  children: ReactNode;
}

export function SessionProvider({ first, children }: SessionProviderProps) {
  const [state, setState] = useState<SessionState>({ phase: 'loading' });
  const [renewals, setRenewals] = useState(0);

  const show = useCallback((asked: Promise<CurrentUser | null>) => {
    setState({ phase: 'loading' });
    asked.then(
      (user) =>
        setState(
          user
            ? { phase: 'signedIn', user: applied(user), ended: false }
            : { phase: 'signedOut', next: '/login' },
        ),
      (error: Error) => setState({ phase: 'failed', message: error.message }),
    );
  }, []);
  useEffect(() => show(first), [show, first]);
  const load = useCallback(() => show(fetchCurrentUser()), [show]);

  const begin = useCallback((user: CurrentUser) => {
    setState({ phase: 'signedIn', user: applied(user), ended: false });
    setRenewals((count) => count + 1);
  }, []);
  const update = useCallback(
    (changed: Partial<CurrentUser>) =>
      setState((now) =>
        now.phase === 'signedIn' ? { ...now, user: { ...now.user, ...changed } } : now,
      ),
    [],
  );
  const isLeaving = useRef(false);
  const leave = useCallback(async () => {
    isLeaving.current = true;
    try {
      await signOut();
      setState({ phase: 'signedOut', next: '/' });
    } finally {
      isLeaving.current = false;
    }
  }, []);
  // Requests that are under way when somebody signs out are refused, which is no news to them.
  const markEnded = useCallback(() => {
    if (!isLeaving.current) setState(endedOf);
  }, []);

  const session = useMemo(
    () => ({ state, renewals, load, begin, update, leave, markEnded }),
    [state, renewals, load, begin, update, leave, markEnded],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
