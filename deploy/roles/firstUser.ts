import type { Identity } from '@insuremanager/services/identity/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import type { FirstSignIn } from '../start/keys.js';

/**
 * Makes the first administrator where there is no user; where there is one, finds out whether this
 * sign-in is theirs. True when it signs in: it was made now, or by a start that was killed before
 * it could be shown.
 */
export async function signsIn(identity: Identity, first: FirstSignIn): Promise<boolean> {
  const { created } = await identity.ensureFirstAdmin(first);
  if (created) return true;
  const from = {
    address: '127.0.0.1',
    userAgent: '',
    correlationId: 'first-sign-in',
    token: null,
  };
  try {
    const { token } = await identity.signIn(first, from);
    await identity.signOut(token, from.correlationId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'unavailable') return false;
    throw error;
  }
}
