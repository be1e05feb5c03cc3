import { judgePassword } from '@insuremanager/contracts/identity/passwordRule';
import {
  UserPasswordChanged,
  UserSessionsEnded,
} from '@insuremanager/contracts/identity/userEvents';
import type { Clock } from '../platform/clock.js';
import type { Actor } from '../platform/codec/recordedEvent.js';
import { invalid } from '../platform/errors.js';
import { inTransaction, type Pool, query } from '../platform/postgres/postgres.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import { setPassword } from './credentials.js';
import type { SignedInUser } from './identity.js';
import type { Passwords } from './passwords.js';
import type { Sessions } from './sessions.js';

interface Change {
  readonly user: SignedInUser;
  /** As `prepare` answers it. */
  readonly passwordHash: string;
  readonly how: 'changed' | 'reset' | 'invitation' | 'operations';
  /** Who sets it; the user when left out. */
  readonly actor?: Actor;
  /** Of the one session that goes on. */
  readonly token?: string;
  readonly correlationId: string;
}

/** What is the same about every new password. */
export interface NewPasswords {
  /** Its hash. @throws `invalid` on `newPassword` when it is too easy to guess */
  prepare(user: SignedInUser, newPassword: string): Promise<string>;
  /** Records and sets it; ends all sessions but one, and all links; tells the user. */
  set(change: Change): Promise<void>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'closeAll'>;
  readonly accessLog: AccessLog;
  readonly mails: Pick<AccountMails, 'post'>;
  agencyName(): Promise<string>;
}

export const createNewPasswords = (parts: Parts): NewPasswords => {
  const { pool, clock, passwords, sessions, accessLog, mails, agencyName } = parts;
  return {
    async prepare({ username, email }, newPassword) {
      const { fault } = await judgePassword(newPassword, [username, email, await agencyName()]);
      if (fault) throw invalid([{ field: 'newPassword', code: 'weak-password', message: fault }]);
      return passwords.hash(newPassword);
    },

    async set({ user, passwordHash, how, actor = user, token, correlationId }) {
      const { userId } = user;
      // Recorded first: an entry of a change that then fails is better than a change without one.
      await accessLog.record(UserPasswordChanged({ userId, how }), actor, correlationId);
      const ended = await inTransaction(pool, async (client) => {
        await setPassword(client, userId, passwordHash, clock.now());
        await query(client, 'DELETE FROM identity.links WHERE user_id = $1', [userId]);
        return sessions.closeAll(userId, token, client);
      });
      if (ended > 0) {
        const event = UserSessionsEnded({ userId, count: ended, reason: 'password_changed' });
        accessLog.recordBehind(event, actor, correlationId);
      }
      if (how !== 'invitation') mails.post(user, { kind: 'password_changed' });
    },
  };
};
