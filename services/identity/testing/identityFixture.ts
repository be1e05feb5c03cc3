import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { createLogger } from '../../platform/logger.js';
import { type Email, type Mailer, MailRefused } from '../../platform/mail/mailer.js';
import { openPlatform } from '../../platform/platform.js';
import { by } from '../../platform/testing/serviceFixture.js';
import { createIdentity } from '../createIdentity.js';
import type { Caller, SignedInUser } from '../identity.js';
import { totpCode } from '../secondFactors.js';
import { addUser } from './addUser.js';

export const PASSWORD = 'violet harbour 27 kites';

/** A mailer that hands what is sent to the test, and refuses the addresses that it names. */
function testMailer() {
  const sent: Email[] = [];
  const refused = new Set<string>();
  const mailer: Mailer = {
    isFolder: false,
    async send(email) {
      if (refused.has(email.to)) throw new MailRefused('550');
      sent.push(email);
    },
    check: async () => {},
    close: async () => {},
  };
  return { mailer, sent, refused };
}

export const caller: Caller = {
  address: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  correlationId: 'test',
  token: null,
};

/** Users and their sign-ins over servers that are there, and short words for what tests do. */
export async function openIdentityFixture(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const mail = testMailer();
  const platform = await openPlatform({
    ...servers,
    masterKey: randomBytes(32),
    definitions: userEventDefinitions,
    clock: { now: () => now },
    logger: createLogger('silent'),
    mailer: mail.mailer,
  });
  const options = {
    publicUrl: 'https://agency.example',
    agencyName: async () => 'Malabar Brokers',
  };
  const identity = await createIdentity(platform, options);
  const { users } = identity;

  return {
    platform,
    identity,
    users,
    mail,
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    /** The same as another process would have it, started now. */
    start: (over = platform) => createIdentity(over, options),
    /** A user who can sign in. */
    async add(username: string, role: Role = 'agent'): Promise<number> {
      const user = { username, email: `${username}@example.in`, password: PASSWORD, role };
      return (await addUser(platform, user)).userId;
    },
    signIn: (username: string) => identity.signIn({ username, password: PASSWORD }, caller),
    now: () => now,
    /** A user who is signed in, and how their window calls. */
    async enter(username: string, role: Role = 'agent') {
      await this.add(username, role);
      return this.enterAgain(username);
    },
    /** The same in another window. */
    async enterAgain(username: string, changes: Partial<Caller> = {}) {
      const from = { ...caller, ...changes };
      const signedIn = await identity.signIn({ username, password: PASSWORD }, from);
      if (!('user' in signedIn)) throw new Error('A second factor is wanted');
      const { user, token } = signedIn;
      return { user, token, caller: { ...from, token } };
    },
    /** Has an authenticator, from now on; its secret and the recovery codes. */
    async enableTwoFactor({ user, caller: from }: { user: SignedInUser; caller: Caller }) {
      const { manualEntryKey: secret } = await identity.setUpTwoFactor(user, from);
      const code = await totpCode(secret, now);
      const input = { code, password: PASSWORD };
      const { recoveryCodes } = await identity.verifyTwoFactorSetup(user, input, from);
      return { secret, recoveryCodes };
    },
    /** The first step; how the window calls that is to do the second. */
    async beginSignIn(username: string, changes: Partial<Caller> = {}) {
      const from = { ...caller, ...changes };
      const pending = await identity.signIn({ username, password: PASSWORD }, from);
      if ('user' in pending) throw new Error('No second factor is wanted');
      return { ...from, token: pending.token };
    },
    /** What was mailed to a user so far, once it is on its way. */
    async mailsTo(username: string) {
      await identity.close();
      return mail.sent.filter(({ to }) => to === `${username}@example.in`);
    },
    /** Events of a stream, by type. */
    typesOf: async (stream: string) =>
      (await platform.commands.readHistory(stream)).map(({ type }) => type),
    async close() {
      await identity.close();
      await platform.close();
    },
  };
}

/** A command of an admin, under an id of its own. */
export const byAdmin = (userId: number, context: Partial<CommandContext> = {}): CommandContext =>
  by({
    commandId: randomUUID(),
    actor: { userId, username: `user-${userId}`, role: 'admin' },
    ...context,
  });
