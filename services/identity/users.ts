import {
  UserPasskeyRemoved,
  UserSessionsEnded,
  UserTwoFactorDisabled,
} from '@insuremanager/contracts/identity/userEvents';
import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import type { UserView } from '@insuremanager/contracts/identity/userViews';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { Initiator } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import { MailRefused } from '../platform/mail/mailer.js';
import type { Platform } from '../platform/platform.js';
import { query } from '../platform/postgres/postgres.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credentials } from './credentials.js';
import type { Users } from './identity.js';
import type { Links } from './links.js';
import type { Sessions } from './sessions.js';
import { notInvited } from './user.js';
import type { UserCommands, UserResult } from './userCommands.js';
import type { UserList } from './userList.js';

interface Parts extends Pick<Platform, 'pool' | 'logger'> {
  readonly commands: UserCommands;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly links: Links;
  readonly mails: AccountMails;
  readonly accessLog: AccessLog;
  readonly userList: UserList;
}

type EndReason = Parameters<typeof UserSessionsEnded>[0]['reason'];

export interface UsersAndRecovery extends Users {
  /** Completes what a crash left half done: rows, and sessions that were to end. */
  recover(): Promise<void>;
}

export function createUsers(parts: Parts): UsersAndRecovery {
  const { pool, logger, commands, credentials, sessions, links, mails, accessLog, userList } =
    parts;

  const find = async (userId: number): Promise<UserView> => {
    const user = await userList.find(userId);
    if (!user) throw notFound('user', userId);
    return user;
  };

  const answer = async (userId: number, { position }: Pick<UserResult, 'position'>) => ({
    user: await find(userId),
    position,
  });
  const nothingWritten = { position: null };

  const endSessions = async (
    userId: number,
    reason: EndReason,
    { actor, correlationId }: Initiator,
  ): Promise<void> => {
    const count = await sessions.closeAll(userId);
    if (count === 0) return;
    await accessLog.record(UserSessionsEnded({ userId, count, reason }), actor, correlationId);
  };

  /** @throws conflict `email-refused`; unavailable when the mail server is away */
  const sendInvitation = async ({ id, username, email }: UserView): Promise<void> => {
    const { url } = await links.issue(id, 'invitation', email);
    const to = { userId: id, username, email, preferences: USUAL_PREFERENCES };
    try {
      await mails.send(to, { kind: 'invitation', url });
    } catch (error) {
      if (error instanceof MailRefused) throw emailRefused();
      throw error;
    }
  };

  return {
    list: userList.all,
    find,

    async invite(input, context) {
      const result = await commands.invite(input, context);
      const { userId } = result.user;
      const user = await find(userId);
      // Sent again for a command that is sent again: the email may be what failed.
      if (user.status === 'invited') await sendInvitation(user);
      return answer(userId, result);
    },

    async inviteAgain(userId) {
      const user = await find(userId);
      if (user.status !== 'invited') throw notInvited();
      await sendInvitation(user);
      return answer(userId, nothingWritten);
    },

    async update(userId, patch, context) {
      const before = await credentials.findById(userId);
      const result = await commands.change({ type: 'ChangeUser', userId, ...patch }, context);
      for (const { type } of result.events) {
        if (type === 'UserRoleChanged') await endSessions(userId, 'role_changed', context);
        if (type !== 'UserEmailChanged') continue;
        // A link went to the address that is theirs no more.
        await links.revoke(userId);
        if (before && !result.repeated) mails.post(before, { kind: 'email_changed' });
      }
      return answer(userId, result);
    },

    async disable(userId, context) {
      const actorId = context.actor.userId;
      const result = await commands.change({ type: 'DisableUser', userId, actorId }, context);
      // Not for a command that is sent again long after: they may have been enabled since.
      if ((await find(userId)).status === 'disabled') {
        await links.revoke(userId);
        await endSessions(userId, 'disabled', context);
      }
      return answer(userId, result);
    },

    async enable(userId, context) {
      // What a crash left when they were disabled opens nothing until now, and must not then.
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
      // Recorded first: nothing is taken away that the log does not say.
      if (user.isTwoFactorEnabled) await record(UserTwoFactorDisabled({ userId, by }));
      const passkeys = await passkeysOf(userId);
      for (const passkeyId of passkeys) {
        await record(UserPasskeyRemoved({ userId, passkeyId, by }));
      }
      await removeSecondFactors(userId);
      // Whoever came in by what was taken away is out, too.
      await endSessions(userId, 'by_admin', context);
      const to = await credentials.findById(userId);
      if (to && user.isTwoFactorEnabled) mails.post(to, { kind: 'two_factor_disabled' });
      if (to && passkeys.length > 0) mails.post(to, { kind: 'passkey_removed' });
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

  async function passkeysOf(userId: number): Promise<number[]> {
    const rows = await query<{ id: number }>(
      pool,
      'SELECT passkey_id AS id FROM identity.passkeys WHERE user_id = $1 ORDER BY passkey_id',
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** In one statement; a sign-in that waits for the second step ends, too. */
  async function removeSecondFactors(userId: number): Promise<void> {
    await query(
      pool,
      `WITH codes AS (DELETE FROM identity.recovery_codes WHERE user_id = $1),
            keys AS (DELETE FROM identity.passkeys WHERE user_id = $1),
            challenges AS (DELETE FROM identity.passkey_challenges WHERE user_id = $1),
            pending AS (DELETE FROM identity.sessions
                        WHERE user_id = $1 AND phase = 'second_factor')
       UPDATE identity.credentials
       SET totp_secret = NULL, pending_totp_secret = NULL, totp_step = NULL
       WHERE user_id = $1`,
      [userId],
    );
  }
}

const emailRefused = () =>
  conflict(
    'email-refused',
    'The user is invited, but the mail server refuses this email address. Change it, then send the invitation again.',
    [{ field: 'email', code: 'email-refused', message: 'The mail server refuses this address.' }],
  );

const ownTwoFactor = () =>
  conflict('own-account', 'Change your own two-factor authentication in Settings, under Security.');
