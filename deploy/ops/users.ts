import type { Role } from '@insuremanager/contracts/identity/permissions';
import { normalizeUsername } from '@insuremanager/contracts/identity/username';
import type { UserView } from '@insuremanager/contracts/identity/userViews';
import type { Identity } from '@insuremanager/services/identity/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import { randomPassword } from '../start/keys.js';
import { type Answer, said } from './answer.js';
import { formatTime } from './figures.js';
import { byOperations } from './operations.js';

/** Where what is asked for is carried out. */
interface Parts {
  readonly identity: Pick<Identity, 'users' | 'operations'>;
  /** True: there is no mail server; emails are stored and reach nobody. */
  readonly isMailKept: boolean;
}

/** Who can sign in. */
export async function listUsers({ identity }: Parts): Promise<Answer> {
  const users = await identity.users.list();
  return { document: { users }, lines: userLines(users) };
}

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

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

/** Adds a user with a password that is shown once. @throws Refusal */
export async function addUser({ identity }: Parts, newUser: NewUser): Promise<Answer> {
  const password = randomPassword();
  // The same for the same user: a command that a crash broke off is completed by the next.
  const commandId = namedUuid('ops add user', normalizeUsername(newUser.username), newUser.email);
  const user = await identity.operations.add({ ...newUser, password }, byOperations(commandId));
  return {
    document: { user, password },
    lines: [`Added ${user.username} as ${user.role}.`, ...passwordLines(password)],
  };
}

/** Mails a link by which the user chooses a password. @throws Refusal */
export async function inviteUser(
  { identity, isMailKept }: Parts,
  newUser: NewUser,
): Promise<Answer> {
  const { record: user } = await identity.users.invite(newUser, byOperations());
  return {
    document: { user, isMailKept },
    lines: [
      `Invited ${user.username} as ${user.role}. The link of the email lasts seven days.`,
      ...(isMailKept
        ? ['No mail server is named, so the email is kept: npm run ops -- mail shows where.']
        : []),
    ],
  };
}

/** It is shown this once, and stored nowhere in the clear. */
const passwordLines = (password: string): string[] => [
  `Password: ${password}`,
  'It is shown this once. They should change it in Settings, under Security.',
];

/** @throws Refusal */
export async function setUserRole(parts: Parts, typed: string, role: Role): Promise<Answer> {
  const before = await findUser(parts, typed);
  const { record: user } = await parts.identity.users.update(before.id, { role }, byOperations());
  const outcome = before.role === role ? ', as before' : ', and signed out';
  return said({ user }, `${user.username} is ${role} now${outcome}.`);
}

type Change = (identity: Parts['identity'], user: UserView) => Promise<Answer>;

const CHANGES = {
  async 'reset-password'({ operations }, { id, username }) {
    const password = randomPassword();
    const user = await operations.setPassword(id, password, byOperations());
    const lines = [
      `${username} has a new password, and is signed out everywhere.`,
      ...passwordLines(password),
      ...(user.status === 'disabled'
        ? [`${username} is disabled still: users enable lets them in.`]
        : []),
    ];
    return { document: { user, password }, lines };
  },

  async 'reset-2fa'({ users }, { id, username }) {
    const { record: user } = await users.resetTwoFactor(id, byOperations());
    return said({ user }, `${username} signs in without a second factor, and has no passkeys.`);
  },

  async disable({ users }, { id, username }) {
    const { record: user } = await users.disable(id, byOperations());
    return said({ user }, `${username} cannot sign in any more, and is signed out everywhere.`);
  },

  async enable({ users }, { id, username }) {
    const { record: user } = await users.enable(id, byOperations());
    const isInvited = user.status === 'invited';
    return said({ user }, `${username} ${isInvited ? 'is invited, as before' : 'can sign in'}.`);
  },

  async 'end-sessions'({ users }, { id, username, openSessions }) {
    const { record: user } = await users.endSessions(id, byOperations());
    const sessions = `Sessions that ended: ${openSessions}`;
    return said({ user }, `${username} is signed out everywhere. ${sessions}.`);
  },
} satisfies Record<string, Change>;

export type UserChange = keyof typeof CHANGES;

/** @throws Refusal */
export async function changeUser(parts: Parts, change: UserChange, typed: string): Promise<Answer> {
  return CHANGES[change](parts.identity, await findUser(parts, typed));
}

/** @throws Refusal `user-not-found` */
async function findUser({ identity }: Parts, typed: string): Promise<UserView> {
  const username = normalizeUsername(typed);
  const user = (await identity.users.list()).find((one) => one.username === username);
  if (user) return user;
  throw new Refusal('not-found', {
    code: 'user-not-found',
    message: `There is no user ${username}. npm run ops -- users lists all.`,
  });
}
