import { randomUUID } from 'node:crypto';
import { judgePassword } from '@insuremanager/contracts/identity/passwordRule';
import {
  UserPasskeyRemoved,
  UserPasswordChanged,
  UserPasswordResetRequested,
  UserSessionsEnded,
} from '@insuremanager/contracts/identity/userEvents';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import type { Clock } from '../platform/clock.js';
import { type Actor, systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { invalid, Refusal } from '../platform/errors.js';
import type { Logger } from '../platform/logger.js';
import { inTransaction, type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import type { AccessLog } from './accessLog.js';
import { type AccountMails, MAILED_LASTS_MS } from './accountMails.js';
import type { Credential, Credentials } from './credentials.js';
import type { GuessLimits } from './guessLimits.js';
import type { SignedInUser, SigningIn } from './identity.js';
import type { Passkeys } from './passkeys.js';
import { hashOfToken, newToken, type Passwords } from './secrets.js';
import type { Sessions } from './sessions.js';

type LinkPurpose = 'invitation' | 'reset';

/** The page that a link opens, and the status that its user must have. */
const LINKS: Readonly<Record<LinkPurpose, { page: string; status: Credential['status'] }>> = {
  invitation: { page: '/invitation', status: 'invited' },
  reset: { page: '/reset-password', status: 'active' },
};

interface Link {
  readonly userId: number;
  readonly purpose: LinkPurpose;
}

/**
 * Emailed links to choose a password. Each works once. A user has one per purpose: a new one
 * replaces the old.
 */
export interface Links {
  /**
   * Returns the URL. The secret is in its fragment, which browsers do not send to servers.
   * @param email the recipient; the link is valid only while this is the user's address
   */
  issue(userId: number, purpose: LinkPurpose, email: string): Promise<string>;
  /** Looks it up without using it; null when it is expired, used or unknown. */
  find(token: string): Promise<Link | null>;
  /** Uses it up, atomically. Null when it is expired, used or unknown. */
  use(token: string): Promise<Link | null>;
  /** Ends all links of a user. */
  revoke(userId: number, on?: Queryable): Promise<void>;
}

export const createLinks = (pool: Pool, clock: Clock, publicUrl: string): Links => ({
  async issue(userId, purpose, email) {
    const now = clock.now();
    const token = newToken();
    await query(
      pool,
      `INSERT INTO identity.links (token_hash, user_id, purpose, email, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, purpose) DO UPDATE
       SET token_hash = excluded.token_hash, email = excluded.email,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [
        hashOfToken(token),
        userId,
        purpose,
        email,
        now,
        new Date(now.getTime() + MAILED_LASTS_MS[purpose]),
      ],
    );
    return `${publicUrl}${LINKS[purpose].page}#${token}`;
  },

  async find(token) {
    const [link] = await query<Link>(
      pool,
      `SELECT l.user_id AS "userId", l.purpose
       FROM identity.links l JOIN identity.credentials c USING (user_id, email)
       WHERE l.token_hash = $1 AND l.expires_at > $2`,
      [hashOfToken(token), clock.now()],
    );
    return link ?? null;
  },

  async use(token) {
    const [link] = await query<Link>(
      pool,
      `DELETE FROM identity.links l USING identity.credentials c
       WHERE l.token_hash = $1 AND l.expires_at > $2
         AND c.user_id = l.user_id AND c.email = l.email
       RETURNING l.user_id AS "userId", l.purpose`,
      [hashOfToken(token), clock.now()],
    );
    return link ?? null;
  },

  async revoke(userId, on = pool) {
    await query(on, 'DELETE FROM identity.links WHERE user_id = $1', [userId]);
  },
});

interface Change {
  readonly user: SignedInUser;
  /** As `prepare` returns it. */
  readonly passwordHash: string;
  readonly how: 'changed' | 'reset' | 'invitation' | 'operations';
  /** Who sets it; the user when left out. */
  readonly actor?: Actor;
  /** Of the one session that continues. */
  readonly token?: string;
  readonly correlationId: string;
}

/** Setting a new password, by whatever way. */
export interface NewPasswords
  extends Pick<SigningIn, 'requestPasswordReset' | 'accountOfLink' | 'setPasswordByLink'> {
  /** Returns its hash. @throws `invalid` on `newPassword` when it is too easy to guess */
  prepare(user: SignedInUser, newPassword: string): Promise<string>;
  /** Records and sets it; ends all sessions but one and all links; notifies the user. */
  set(change: Change): Promise<void>;
  /** Waits for pending requests for links. */
  settled(): Promise<void>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly credentials: Credentials;
  readonly links: Links;
  readonly limits: GuessLimits;
  readonly accessLog: AccessLog;
  readonly mails: AccountMails;
  readonly passwords: Passwords;
  agencyName(): Promise<string>;
  readonly sessions: Pick<Sessions, 'closeAll' | 'list'>;
  readonly passkeys: Pick<Passkeys, 'list' | 'remove'>;
  /** Activates an invited user, in their stream and in their row. */
  acceptInvitation(userId: number, context: CommandContext): Promise<void>;
}

export function createNewPasswords(parts: Parts): NewPasswords {
  const { pool, clock, logger, credentials, links, limits, accessLog, mails } = parts;
  const { sessions, passkeys } = parts;
  const open = new Set<Promise<void>>();

  const prepare: NewPasswords['prepare'] = async ({ username, email }, newPassword) => {
    const known = [username, email, await parts.agencyName()];
    const { fault } = await judgePassword(newPassword, known);
    if (fault) throw invalid([{ field: 'newPassword', code: 'weak-password', message: fault }]);
    return parts.passwords.hash(newPassword);
  };

  const set: NewPasswords['set'] = async (change) => {
    const { user, passwordHash, how, actor = user, token, correlationId } = change;
    const { userId } = user;
    // Recorded first: an entry for a change that then fails is better than an unrecorded change.
    await accessLog.record(UserPasswordChanged({ userId, how }), actor, correlationId);
    const ended = await inTransaction(pool, async (client) => {
      await credentials.setPassword(client, userId, passwordHash, clock.now());
      await links.revoke(userId, client);
      return sessions.closeAll(userId, token, client);
    });
    if (ended > 0) {
      const event = UserSessionsEnded({ userId, count: ended, reason: 'password_changed' });
      accessLog.recordInBackground(event, actor, correlationId);
    }
    if (how !== 'invitation') mails.post(user, { kind: 'password_changed' });
  };

  /** Does nothing where there is no such active user. @throws `too-many` emails to them */
  const mailLink = async (typed: string, correlationId: string): Promise<void> => {
    const username = normalizeUsername(typed);
    const user = isEmail(typed)
      ? await credentials.findByEmail(typed)
      : isUsername(username)
        ? await credentials.find(username)
        : null;
    if (user?.status !== 'active') return;
    const { userId } = user;
    await limits.spend('reset_email', { user: userId });
    await accessLog.record(UserPasswordResetRequested({ userId }), systemActor, correlationId);
    mails.post(user, { kind: 'reset', url: await links.issue(userId, 'reset', user.email) });
  };

  /** @throws `link-invalid` */
  const requireUser = async (link: Link | null): Promise<Credential> => {
    const user = link && (await credentials.findById(link.userId));
    if (!link || user?.status !== LINKS[link.purpose].status) throw linkInvalid();
    return user;
  };

  const removeAllPasskeys = async (user: Credential, correlationId: string): Promise<void> => {
    const { userId } = user;
    for (const { id: passkeyId } of await passkeys.list(userId)) {
      const removed = UserPasskeyRemoved({ userId, passkeyId, by: 'user' });
      await passkeys.remove(userId, passkeyId, () =>
        accessLog.record(removed, user, correlationId),
      );
    }
  };

  return {
    prepare,
    set,

    async requestPasswordReset({ user: typed }, { address, correlationId }) {
      await limits.spend('reset', { user: typed.toLowerCase(), address });
      // In the background: the response time must not reveal whether there is such a user.
      const request = mailLink(typed, correlationId)
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.kind === 'too-many') return;
          logger.error({ correlationId }, 'A link to choose a password was not sent', error);
        })
        .finally(() => open.delete(request));
      open.add(request);
    },

    async accountOfLink({ token }, { address }) {
      await limits.spend('link', { address });
      const { userId } = await requireUser(await links.find(token));
      await limits.refund('link', { address });
      const [ownPasskeys, open] = await Promise.all([
        passkeys.list(userId),
        sessions.list(userId, null),
      ]);
      return {
        passkeys: ownPasskeys.map(({ name }) => name),
        sessions: open.map(({ device }) => device),
      };
    },

    async setPasswordByLink({ token, newPassword, removePasskeys }, { address, correlationId }) {
      await limits.spend('link', { address });
      // 1. A weak password does not use up the link.
      const user = await requireUser(await links.find(token));
      const passwordHash = await prepare(user, newPassword);
      // 2. Of two concurrent requests, one gets it.
      const link = await links.use(token);
      if (!link) throw linkInvalid();
      // 3. Accepted before the password is set: after a crash in between they can request a reset.
      const { userId, username, role } = user;
      const isInvitation = link.purpose === 'invitation';
      if (isInvitation) {
        const actor = { userId, username, role };
        await parts.acceptInvitation(userId, { commandId: randomUUID(), actor, correlationId });
      }
      if (removePasskeys) await removeAllPasskeys(user, correlationId);
      const how = isInvitation ? 'invitation' : 'reset';
      await set({ user, passwordHash, how, correlationId });
      await limits.refund('link', { address });
    },

    async settled() {
      await Promise.all(open);
    },
  };
}

const linkInvalid = (): Refusal =>
  new Refusal('invalid', {
    code: 'link-invalid',
    message: 'This link no longer works: it has been used, has expired, or is incomplete.',
  });
