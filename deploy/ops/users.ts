import { randomUUID } from 'node:crypto';
import { isRole, type Role } from '@insuremanager/contracts/identity/permissions';
import { normalizeUsername } from '@insuremanager/contracts/identity/username';
import type { UserView } from '@insuremanager/contracts/identity/userViews';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import { randomPassword } from '../start/keys.js';
import { formatTime } from './figures.js';

type Say = (line: string) => void;

/** Where what is asked for is carried out. */
interface Parts {
  readonly identity: Pick<Identity, 'users' | 'operations'>;
  /** True: there is no mail server; emails are stored and reach nobody. */
  readonly isMailKept: boolean;
}
type UsersCommand = (parts: Parts, say: Say) => Promise<number>;

/** Whoever runs the installation: events say that it was nobody who signed in. */
const operations: Actor = { userId: 0, username: 'operations', role: 'system' };

const context = (commandId: string = randomUUID()): CommandContext => ({
  commandId,
  actor: operations,
  correlationId: commandId,
});

/** What `npm run ops -- users …` asks for; undefined: nothing that there is. */
export function usersRequest(args: readonly string[]): UsersCommand | undefined {
  const [verb = 'list', username, ...more] = args;
  const [first, second] = more;
  if (verb === 'list' && username === undefined) return list;
  if (username === undefined) return undefined;
  if ((verb === 'add' || verb === 'invite') && more.length === 2 && first && isRole(second)) {
    const user = { username, email: first, role: second };
    return orRefusal((parts, say) => (verb === 'add' ? add : invite)(parts, user, say));
  }
  if (verb === 'role' && more.length === 1 && isRole(first)) {
    return ofUser(username, (parts, user, say) => setRole(parts, user, first, say));
  }
  const change = Object.hasOwn(CHANGES, verb) && more.length === 0 ? CHANGES[verb] : undefined;
  return change && ofUser(username, change);
}

const list: UsersCommand = async ({ identity }, say) => {
  for (const line of userLines(await identity.users.list())) say(line);
  return 0;
};

/** One line for each user, in columns. */
export function userLines(users: readonly UserView[]): string[] {
  if (users.length === 0) return ['There is no user yet. The first start makes an administrator.'];
  const rows = [
    ['USERNAME', 'ROLE', 'STATUS', '2FA', 'PASSKEYS', 'SESSIONS', 'LAST SIGN-IN', 'EMAIL'],
    ...users.map((user) => [
      user.username,
      user.role,
      user.status,
      user.isTwoFactorEnabled ? 'on' : 'off',
      String(user.passkeys),
      String(user.openSessions),
      user.lastSignInAt === null ? 'never' : formatTime(new Date(user.lastSignInAt)),
      user.email,
    ]),
  ];
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

async function add({ identity }: Parts, user: NewUser, say: Say): Promise<void> {
  const password = randomPassword();
  // The same for the same user: a command that a crash broke off is completed by the next.
  const commandId = namedUuid('ops add user', normalizeUsername(user.username), user.email);
  const { username, role } = await identity.operations.add(
    { ...user, password },
    context(commandId),
  );
  say(`Added ${username} as ${role}.`);
  sayPassword(password, say);
}

async function invite({ identity, isMailKept }: Parts, user: NewUser, say: Say): Promise<void> {
  const { username, role } = (await identity.users.invite(user, context())).user;
  say(`Invited ${username} as ${role}. The link of the email lasts seven days.`);
  if (isMailKept) {
    say('No mail server is named, so the email is kept: npm run ops -- mail shows where.');
  }
}

/** It is shown this once, and stored nowhere in the clear. */
function sayPassword(password: string, say: Say): void {
  say(`Password: ${password}`);
  say('It is shown this once. They should change it in Settings, under Security.');
}

async function setRole({ identity }: Parts, user: UserView, role: Role, say: Say): Promise<void> {
  await identity.users.update(user.id, { role }, context());
  say(`${user.username} is ${role} now${user.role === role ? ', as before' : ', and signed out'}.`);
}

type Change = (parts: Parts, user: UserView, say: Say) => Promise<void>;

const CHANGES: Readonly<Record<string, Change>> = {
  async 'reset-password'({ identity }, user, say) {
    const password = randomPassword();
    const { status } = await identity.operations.setPassword(user.id, password, context());
    say(`${user.username} has a new password, and is signed out everywhere.`);
    sayPassword(password, say);
    if (status === 'disabled')
      say(`${user.username} is disabled still: users enable lets them in.`);
  },

  async 'reset-2fa'({ identity }, user, say) {
    await identity.users.resetTwoFactor(user.id, context());
    say(`${user.username} signs in without a second factor, and has no passkeys any more.`);
  },

  async disable({ identity }, user, say) {
    await identity.users.disable(user.id, context());
    say(`${user.username} cannot sign in any more, and is signed out everywhere.`);
  },

  async enable({ identity }, user, say) {
    const { status } = (await identity.users.enable(user.id, context())).user;
    say(
      status === 'invited'
        ? `${user.username} is invited, as before.`
        : `${user.username} can sign in.`,
    );
  },

  async 'end-sessions'({ identity }, user, say) {
    await identity.users.endSessions(user.id, context());
    say(`${user.username} is signed out everywhere. Sessions that ended: ${user.openSessions}.`);
  },
};

const ofUser = (typed: string, change: Change): UsersCommand =>
  orRefusal(async (parts, say) => {
    const username = normalizeUsername(typed);
    const users = await parts.identity.users.list();
    const user = users.find((one) => one.username === username);
    if (!user) throw nobody(username);
    await change(parts, user, say);
  });

const nobody = (username: string) =>
  new Refusal('not-found', {
    code: 'user-not-found',
    message: `There is no user ${username}. npm run ops -- users lists all.`,
  });

/** What is refused is one sentence and exit code 1. */
const orRefusal =
  (work: (parts: Parts, say: Say) => Promise<void>): UsersCommand =>
  async (parts, say) => {
    try {
      await work(parts, say);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      say(error.message);
      return 1;
    }
  };
