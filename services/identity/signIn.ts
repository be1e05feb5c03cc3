import {
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
} from '@insuremanager/contracts/identity/userEvents';
import type { Credentials as TypedCredentials } from '@insuremanager/contracts/identity/userInputs';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import type { AccessLog } from './accessLog.js';
import type { Credentials } from './credentials.js';
import { deviceName } from './deviceName.js';
import type { GuessLimits } from './guessLimits.js';
import type { Identity } from './identity.js';
import { isPassword } from './passwords.js';
import type { Sessions } from './sessions.js';

interface Parts {
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly limits: GuessLimits;
  readonly notes: AccessLog;
  /** Checked in place of an unknown user's hash, so that both take the same time. */
  readonly nobodysHash: string;
}

const wrongCredentials = (): Refusal =>
  new Refusal('unauthenticated', {
    code: 'wrong-credentials',
    message: 'The username or password is wrong.',
  });

export const signInAndOut = (parts: Parts): Pick<Identity, 'signIn' | 'signOut'> => {
  const { credentials, sessions, limits, notes, nobodysHash } = parts;
  return {
    async signIn(typed: TypedCredentials, { address, userAgent, correlationId }) {
      const username = normalizeUsername(typed.username);
      // 1. Counted before it is checked: a thousand guesses at once are a thousand guesses.
      await limits.spend(username, address);
      // 2. The same work for a user who exists and one who does not.
      const credential = isUsername(username) ? await credentials.find(username) : null;
      const hash = (credential?.status === 'active' && credential.passwordHash) || nobodysHash;
      const isRight = await isPassword(hash, typed.password);
      if (!credential || !isRight) {
        if (credential) {
          const failed = UserSignInFailed({ userId: credential.userId, step: 'password' });
          notes.recordBehind(failed, systemActor, correlationId);
        }
        throw wrongCredentials();
      }
      // 3. Recorded before it is of use.
      await limits.refund(username, address);
      const { userId, email, role, isTwoFactorEnabled, preferences } = credential;
      const user = { userId, username, email, role, isTwoFactorEnabled, preferences };
      const signedIn = UserSignedIn({ userId, method: 'password', secondFactor: null });
      await notes.record(signedIn, user, correlationId);
      const device = deviceName(userAgent);
      const session = await sessions.open({ userId, method: 'password', device });
      return { user, ...session };
    },

    async signOut(token, correlationId) {
      const user = await sessions.close(token);
      if (user) notes.recordBehind(UserSignedOut({ userId: user.userId }), user, correlationId);
    },
  };
};
