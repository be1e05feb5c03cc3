import { randomUUID } from 'node:crypto';
import { UserPasswordResetRequested } from '@insuremanager/contracts/identity/userEvents';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import type { Logger } from '../platform/logger.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credential, Credentials } from './credentials.js';
import type { GuessLimits } from './guessLimits.js';
import type { SigningIn } from './identity.js';
import type { LinkPurpose, Links } from './links.js';
import type { NewPasswords } from './newPassword.js';

interface Parts {
  readonly credentials: Credentials;
  readonly links: Links;
  readonly limits: GuessLimits;
  readonly accessLog: AccessLog;
  readonly mails: AccountMails;
  readonly newPasswords: NewPasswords;
  readonly logger: Logger;
  /** Makes an invited user an active one, in their stream and in their row. */
  acceptInvitation(userId: number, context: CommandContext): Promise<void>;
}

type PasswordLinks = Pick<SigningIn, 'requestPasswordReset' | 'setPasswordByLink'> & {
  /** Resolves when all that was asked for is on its way. */
  settled(): Promise<void>;
};

/** In which state a user is for whom each link was made. */
const STATUS: Readonly<Record<LinkPurpose, Credential['status']>> = {
  invitation: 'invited',
  reset: 'active',
};

/** Passwords that are chosen by the link of an email. */
export function passwordLinks(parts: Parts): PasswordLinks {
  const { credentials, links, limits, accessLog, mails, newPasswords, logger } = parts;
  const open = new Set<Promise<void>>();

  /** Nothing happens where there is no such user, or they had enough emails. */
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
    const { url } = await links.issue(userId, 'reset', user.email);
    mails.post(user, { kind: 'reset', url });
  };

  return {
    async requestPasswordReset({ user: typed }, { address, correlationId }) {
      await limits.spend('reset', { user: typed.toLowerCase(), address });
      // Behind the answer's back: its time must not say whether there is such a user.
      const request = mailLink(typed, correlationId)
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.kind === 'too-many') return;
          logger.error({ correlationId }, 'A link to choose a password was not sent', error);
        })
        .finally(() => open.delete(request));
      open.add(request);
    },

    async setPasswordByLink({ token, newPassword }, { address, correlationId }) {
      await limits.spend('link', { address });
      const requireUser = async (link: Awaited<ReturnType<Links['find']>>): Promise<Credential> => {
        const user = link && (await credentials.findById(link.userId));
        if (!link || user?.status !== STATUS[link.purpose]) throw linkInvalid();
        return user;
      };
      // 1. A password that is too weak does not use the link up.
      const user = await requireUser(await links.find(token));
      const passwordHash = await newPasswords.prepare(user, newPassword);
      // 2. Of two at once, one gets it.
      const link = await links.use(token);
      if (!link) throw linkInvalid();
      // 3. Accepted first: without a password they can still ask for a link.
      const { userId, username, role } = user;
      const isInvitation = link.purpose === 'invitation';
      if (isInvitation) {
        const actor = { userId, username, role };
        await parts.acceptInvitation(userId, { commandId: randomUUID(), actor, correlationId });
      }
      const how = isInvitation ? 'invitation' : 'reset';
      await newPasswords.set({ user, passwordHash, how, correlationId });
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
