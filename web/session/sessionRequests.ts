import type {
  Credentials,
  PasswordByLink,
  SecondFactorInput,
} from '@insuremanager/contracts/identity/userInputs';
import type {
  CurrentUser,
  LinkedAccount,
  SecondFactorWanted,
} from '@insuremanager/contracts/identity/userViews';
import { ask, RequestFailure } from './requests';

/** Nobody is signed in, whoever says so: the gateway, or a proxy before it. */
const isUnauthorized = (error: unknown): boolean =>
  error instanceof RequestFailure && error.status === 401;

/** The signed-in user; null when nobody is. */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  try {
    return await ask<CurrentUser>('me', { method: 'GET', fallback: 'Failed to fetch user' });
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw new Error('Failed to fetch user');
  }
}

/** What comes of the first step: the user, or a second step. */
export type FirstStep = CurrentUser | SecondFactorWanted;

export const signIn = (credentials: Credentials): Promise<FirstStep> =>
  ask('login', { body: credentials, fallback: 'Login failed' });

export const verifySecondFactor = (input: SecondFactorInput): Promise<CurrentUser> =>
  ask('verify-2fa', { body: input, fallback: 'Verification failed' });

export const sendEmailCode = (): Promise<void> =>
  ask('send-email-code', { fallback: 'Failed to send email code' });

/** Says the same whether there is such a user or not. */
export const requestPasswordReset = (user: string): Promise<void> =>
  ask('forgot-password', { body: { user }, fallback: 'Failed to send the email' });

/** By what else somebody may come into the account. */
export const accountOfLink = (token: string): Promise<LinkedAccount> =>
  ask('password-link', { body: { token }, fallback: 'Failed to look at the link' });

export const setPasswordByLink = (input: PasswordByLink): Promise<void> =>
  ask('password-by-link', { body: input, fallback: 'Failed to set the password' });

/** Rejects when the server could not be told. */
export async function signOut(): Promise<void> {
  try {
    await ask('logout', { fallback: 'Failed to logout' });
  } catch (error) {
    // Without a session there is nothing left to end.
    if (!isUnauthorized(error)) throw error;
  }
}
