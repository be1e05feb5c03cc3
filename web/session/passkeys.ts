import type { PasswordProof } from '@insuremanager/contracts/identity/userInputs';
import type { CurrentUser, PasskeyView } from '@insuremanager/contracts/identity/userViews';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ask } from './requests';

/** Passkeys belong to a domain name: the browser must know them, and the site must have one. */
export const arePasskeysPossible = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

const FAILED = { fallback: 'Login failed' };

const requestOptions = () =>
  ask<PublicKeyCredentialRequestOptionsJSON>('passkey-login/options', FAILED);

const signInBy = (answer: AuthenticationResponseJSON) =>
  ask<CurrentUser>('passkey-login', { ...FAILED, body: { answer } });

/** Whether the person, or another request for a passkey, broke it off: nothing is to be said. */
export const wasBrokenOff = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Asks for a passkey of this site. @throws RequestFailure; what `wasBrokenOff` knows */
export async function signInByPasskey(): Promise<CurrentUser> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return signInBy(await startAuthentication({ optionsJSON: await requestOptions() }));
}

/**
 * Lets the browser offer passkeys among what it fills into the field of the username. Waits until
 * one is chosen, or until another request for a passkey takes its place; null where the browser
 * does not offer them.
 */
export async function signInByOfferedPasskey(): Promise<CurrentUser | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import(
    '@simplewebauthn/browser'
  );
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const optionsJSON = await requestOptions();
  return signInBy(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

/** `useAsk`'s, or `ask`. */
type Ask = typeof ask;

/**
 * Has the browser make a passkey, and gives it to the server. `proof` is of who is signed in.
 * @throws RequestFailure; what `wasBrokenOff` knows
 */
export async function createPasskey(
  ask: Ask,
  { name, ...proof }: PasswordProof & { name: string },
  fallback: string,
): Promise<PasskeyView> {
  const optionsJSON = await ask<PublicKeyCredentialCreationOptionsJSON>('passkeys/options', {
    body: proof,
    fallback,
  });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await startRegistration({ optionsJSON });
  return ask<PasskeyView>('passkeys', { body: { name, answer }, fallback });
}
