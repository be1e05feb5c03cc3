import { randomUUID } from 'node:crypto';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  UserPasskeyRemoved,
  UserSessionsEnded,
  UserTwoFactorDisabled,
} from '@insuremanager/contracts/identity/userEvents';
import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import { normalizeUsername } from '@insuremanager/contracts/identity/username';
import type { UserStatus, UserView } from '@insuremanager/contracts/identity/userViews';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { Initiator, SavedRecord, Written } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import { MailRefused } from '../platform/mail/mailer.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { query } from '../platform/postgres/postgres.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credentials } from './credentials.js';
import type { Identity, UserOperations, Users } from './identity.js';
import type { Links, NewPasswords } from './newPasswords.js';
import type { Passkeys } from './passkeys.js';
import type { SecondFactors } from './secondFactors.js';
import type { Passwords } from './secrets.js';
import type { Sessions } from './sessions.js';
import { notInvited } from './user.js';
import type { UserCommands } from './userCommands.js';

interface Parts extends Pick<Platform, 'pool' | 'clock' | 'logger'> {
  readonly commands: UserCommands;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly secondFactors: Pick<SecondFactors, 'removeAll'>;
  readonly passkeys: Pick<Passkeys, 'list'>;
  readonly mails: AccountMails;
  readonly accessLog: AccessLog;
}

type EndReason = Parameters<typeof UserSessionsEnded>[0]['reason'];

interface UserRow {
  id: number;
  username: string;
  email: string;
  role: Role;
  status: UserStatus;
  isTwoFactorEnabled: boolean;
  passkeys: number;
  openSessions: number;
  lastSignInAt: Date | null;
  createdAt: Date;
  invitationExpiresAt: Date | null;
  version: number;
}

const USERS = `
  SELECT c.user_id AS id, c.username, c.email, c.role, c.status, c.version,
         c.totp_secret IS NOT NULL AS "isTwoFactorEnabled",
         (SELECT count(*)::integer FROM identity.passkeys p WHERE p.user_id = c.user_id)
           AS passkeys,
         (SELECT count(*)::integer FROM identity.sessions s
          WHERE s.user_id = c.user_id AND s.phase = 'signed_in' AND s.expires_at > $1
            AND c.status = 'active') AS "openSessions",
         c.last_sign_in_at AS "lastSignInAt", c.created_at AS "createdAt",
         (SELECT l.expires_at FROM identity.links l
          WHERE l.user_id = c.user_id AND l.purpose = 'invitation' AND c.status = 'invited')
           AS "invitationExpiresAt"
  FROM identity.credentials c`;

/** See `Users`. `recover` completes commands after a crash: rows, and sessions to end. */
export function createUsers(parts: Parts): Users & { recover(): Promise<void> } {
  const { pool, clock, logger, commands, credentials, sessions, links, mails, accessLog } = parts;
  const { secondFactors, passkeys } = parts;

  const find = async (userId: number): Promise<UserView> => {
    const sql = `${USERS} WHERE c.user_id = $2`;
    const [row] = await query<UserRow>(pool, sql, [clock.now(), userId]);
    if (!row) throw notFound('user', userId);
    return viewOf(row);
  };

  const answer = async (
    userId: number,
    { position, repeated }: Written,
  ): Promise<SavedRecord<UserView>> => ({
    ...{ record: await find(userId), warnings: [] },
    ...{ position, repeated },
  });
  const nothingWritten = { position: null, repeated: false };

  const endSessions = async (
    userId: number,
    reason: EndReason,
    { actor, correlationId }: Initiator,
  ): Promise<void> => {
    const count = await sessions.closeAll(userId);
    if (count === 0) return;
    await accessLog.record(UserSessionsEnded({ userId, count, reason }), actor, correlationId);
  };

  /**
   * @returns its link, where the email reaches nobody.
   * @throws conflict `email-refused`; unavailable when the mail server is unreachable
   */
  const sendInvitation = async ({ id, username, email }: UserView): Promise<string | null> => {
    const url = await links.issue(id, 'invitation', email);
    const to = { userId: id, username, email, preferences: USUAL_PREFERENCES };
    try {
      await mails.send(to, { kind: 'invitation', url });
    } catch (error) {
      if (error instanceof MailRefused) throw emailRefused();
      throw error;
    }
    return mails.areKept ? url : null;
  };

  return {
    async list() {
      const sql = `${USERS} ORDER BY c.username`;
      return (await query<UserRow>(pool, sql, [clock.now()])).map(viewOf);
    },

    find,

    async invite(input, context) {
      const result = await commands.invite(input, context);
      const { userId } = result.user;
      const user = await find(userId);
      // Also for a repeated command: the email may be what failed.
      const invitationLink = user.status === 'invited' ? await sendInvitation(user) : null;
      return { ...(await answer(userId, result)), invitationLink };
    },

    async inviteAgain(userId) {
      const user = await find(userId);
      if (user.status !== 'invited') throw notInvited();
      const invitationLink = await sendInvitation(user);
      return { ...(await answer(userId, nothingWritten)), invitationLink };
    },

    async update(userId, patch, context) {
      const before = await credentials.findById(userId);
      const result = await commands.change({ type: 'ChangeUser', userId, ...patch }, context);
      for (const { type } of result.events) {
        if (type === 'UserRoleChanged') await endSessions(userId, 'role_changed', context);
        if (type !== 'UserEmailChanged') continue;
        // Links went to the previous address.
        await links.revoke(userId);
        if (before && !result.repeated) mails.post(before, { kind: 'email_changed' });
      }
      return answer(userId, result);
    },

    async disable(userId, context) {
      const actorId = context.actor.userId;
      const result = await commands.change({ type: 'DisableUser', userId, actorId }, context);
      // Not for a late repeat: they may have been enabled since.
      if ((await find(userId)).status === 'disabled') {
        await links.revoke(userId);
        await endSessions(userId, 'disabled', context);
      }
      return answer(userId, result);
    },

    async enable(userId, context) {
      // Links and sessions left by a crash while disabling must not become valid again.
      if ((await find(userId)).status === 'disabled') {
        await links.revoke(userId);
        await endSessions(userId, 'disabled', context);
      }
      return answer(userId, await commands.change({ type: 'EnableUser', userId }, context));
    },

    async resetTwoFactor(userId, context) {
      const { actor, correlationId } = context;
      if (userId === actor.userId) throw ownTwoFactor();
      const user = await find(userId);
      const by = actor.userId === 0 ? 'operations' : 'admin';
      const record = (event: Parameters<AccessLog['record']>[0]) =>
        accessLog.record(event, actor, correlationId);
      // Recorded first: nothing is removed unrecorded.
      if (user.isTwoFactorEnabled) await record(UserTwoFactorDisabled({ userId, by }));
      const lost = await passkeys.list(userId);
      for (const { id: passkeyId } of lost) {
        await record(UserPasskeyRemoved({ userId, passkeyId, by }));
      }
      await secondFactors.removeAll(userId);
      // Sessions opened with the removed factors end, too.
      await endSessions(userId, 'by_admin', context);
      const to = await credentials.findById(userId);
      if (to && user.isTwoFactorEnabled) mails.post(to, { kind: 'two_factor_disabled' });
      if (to && lost.length > 0) mails.post(to, { kind: 'passkey_removed' });
      return answer(userId, nothingWritten);
    },

    async recover() {
      const context = { actor: systemActor, correlationId: 'recovery' };
      for (const { userId, isDisabled } of await commands.recover()) {
        logger.warn({ userId }, 'What a broken-off command changed of a user was completed');
        await endSessions(userId, isDisabled ? 'disabled' : 'role_changed', context);
      }
    },

    async endSessions(userId, context) {
      await find(userId);
      await endSessions(userId, 'by_admin', context);
      return answer(userId, nothingWritten);
    },
  };
}

const viewOf = ({ lastSignInAt, createdAt, invitationExpiresAt, ...row }: UserRow): UserView => ({
  ...row,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  invitationExpiresAt: invitationExpiresAt?.toISOString() ?? null,
});

const emailRefused = () =>
  conflict(
    'email-refused',
    'The user is invited, but the mail server refuses this email address. Change it, then send the invitation again.',
    [{ field: 'email', code: 'email-refused', message: 'The mail server refuses this address.' }],
  );

const ownTwoFactor = () =>
  conflict('own-account', 'Change your own two-factor authentication in Settings, under Security.');

interface OperationParts {
  readonly credentials: Credentials;
  readonly commands: UserCommands;
  readonly users: Pick<Users, 'find'>;
  readonly passwords: Passwords;
  readonly newPasswords: NewPasswords;
}

/** User administration from the command line, and the first admin; see `Identity`. */
export function userOperations(
  parts: OperationParts,
): UserOperations & Pick<Identity, 'ensureFirstAdmin'> {
  const { credentials, commands, users, passwords, newPasswords } = parts;
  return {
    async ensureFirstAdmin({ username, email, password }) {
      if (await credentials.hasRole('admin')) return { created: false };
      // Deterministic, so that a start after a crash completes the command.
      const commandId = namedUuid('first admin', normalizeUsername(username), email.trim());
      return commands.register(
        { username, email, password, role: 'admin' },
        { commandId, actor: systemActor, correlationId: randomUUID() },
      );
    },

    async add(user, context) {
      const { created } = await commands.register(user, context);
      // A repeat of a completed command: this password is not theirs.
      if (!created) throw conflict('username-taken', 'This username is taken.');
      const credential = await credentials.find(normalizeUsername(user.username));
      if (!credential) throw notFound('user', user.username);
      return users.find(credential.userId);
    },

    async setPassword(userId, password, context) {
      const user = await credentials.findById(userId);
      if (!user) throw notFound('user', userId);
      const { actor, correlationId } = context;
      const passwordHash = await passwords.hash(password);
      await newPasswords.set({ user, passwordHash, how: 'operations', actor, correlationId });
      if (user.status === 'invited') await commands.acceptInvitation(userId, context);
      return users.find(userId);
    },
  };
}
