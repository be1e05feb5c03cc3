import type { Credentials } from '@insuremanager/contracts/identity/userInputs';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';

const same: RequestInit = { credentials: 'same-origin' };

/** The signed-in user; null when nobody is. */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  const response = await fetch('/api/auth/me', same).catch(() => null);
  if (response?.status === 401) return null;
  if (!response?.ok) throw new Error('Failed to fetch user');
  return response.json();
}

/** Throws an Error whose message may be shown. */
export async function signIn(credentials: Credentials): Promise<CurrentUser> {
  const response = await fetch('/api/auth/login', {
    ...same,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) return answer;
  throw new Error(typeof answer?.error === 'string' ? answer.error : 'Login failed');
}

export async function signOut(): Promise<void> {
  const response = await fetch('/api/auth/logout', { ...same, method: 'POST' });
  // Without a session there is nothing left to end.
  if (!response.ok && response.status !== 401) throw new Error('Failed to logout');
}
