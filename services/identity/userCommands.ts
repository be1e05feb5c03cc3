import type { Role } from '@insuremanager/contracts/identity/permissions';
import { type UserEvent, userStream } from '@insuremanager/contracts/identity/userEvents';
import type { NewUser } from '@insuremanager/contracts/identity/userFields';
import { SHORTEST_PASSWORD } from '@insuremanager/contracts/identity/userInputs';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner, Guard } from '../platform/commands/commandRunner.js';
import { conflict, invalid, notFound, Refusal, type RefusedField } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import type { Platform } from '../platform/platform.js';
import { query } from '../platform/postgres/postgres.js';
import type { Credentials } from './credentials.js';
import { hashOfPassword } from './secrets.js';
import {
  type ExistingUser,
  isActiveAdmin,
  type User,
  type UserCommand,
  userDecider,
  userStatus,
} from './user.js';

/** Streams read concurrently where all users are checked. */
const STREAMS_AT_ONCE = 8;

export interface UserWithPassword extends NewUser {
  readonly password: string;
}

interface Parts extends Pick<Platform, 'commands' | 'ids' | 'clock' | 'withLock'> {
  readonly credentials: Credentials;
}

/** A command on an existing user. */
export type ChangeOfUser = Exclude<UserCommand, { type: 'RegisterUser' | 'InviteUser' }>;

/** `user` is the state of their stream after the command. */
export type UserResult = Omit<CommandResult<User, UserEvent>, 'state' | 'version'> & {
  readonly user: ExistingUser;
};

/**
 * Commands on users: an append to their stream, then an update of their row in
 * `identity.credentials`. After a crash in between, a repeated command or `recover` completes it.
 */
export interface UserCommands {
  /**
   * Registers a user who can sign in. `created` is false when they have a row already; its password
   * stays.
   * @throws `invalid`; `username-taken` or `email-taken`
   */
  register(user: UserWithPassword, context: CommandContext): Promise<{ created: boolean }>;
  /** Adds a user without a password. @throws `invalid`; `username-taken` or `email-taken` */
  invite(user: NewUser, context: CommandContext): Promise<UserResult>;
  /**
   * The last active admin cannot be demoted or disabled.
   * @throws not-found; `email-taken`; conflict `last-admin`, `own-account`, `not-invited`
   */
  change(command: ChangeOfUser, context: CommandContext): Promise<UserResult>;
  /**
   * Activates an invited user. Idempotent.
   * @throws conflict `not-invited` when they were disabled meanwhile
   */
  acceptInvitation(userId: number, context: CommandContext): Promise<void>;
  /** Updates rows that are behind their stream; returns users whose role or status changed. */
  recover(): Promise<ExistingUser[]>;
}

export const userCommands = (parts: Parts): UserCommands => {
  const { commands, ids, clock, credentials, withLock } = parts;
  const load = (userId: number) => commands.load(userDecider, userStream(userId));

  /** @throws conflict `last-admin`. Reads streams, as rows may be behind. */
  const requireOtherAdmin = async (userId: number): Promise<void> => {
    for (const other of await credentials.listActive()) {
      if (other.role !== 'admin' || other.userId === userId) continue;
      if (isActiveAdmin((await load(other.userId)).state)) return;
    }
    throw lastAdmin();
  };

  /** Check and append under one lock: two admins cannot disable each other. */
  const keepingAnAdmin: Guard<User> = ({ before, after }, append) => {
    if (before.phase === 'unknown' || !isActiveAdmin(before) || isActiveAdmin(after)) {
      return append();
    }
    return withLock('admins', async () => {
      await requireOtherAdmin(before.userId);
      return append();
    });
  };

  const run = async (
    command: UserCommand,
    context: CommandContext,
    request: unknown = command,
  ): Promise<UserResult & { version: number }> => {
    const result = await commands.run(userDecider, {
      stream: userStream(command.userId),
      command,
      context,
      request,
      guard: keepingAnAdmin,
    });
    const { state, version, events, position, repeated } = result;
    if (state.phase === 'unknown') throw notFound('user', command.userId);
    return { user: state, version, events, position, repeated };
  };

  const change: UserCommands['change'] = async (command, context) => {
    const result = await run(command, context, requestOf(command));
    const { role, status, email } = rowOf(result.user);
    const { version } = result;
    await credentials.patch(command.userId, { role, status, version, ...(email && { email }) });
    return result;
  };

  return {
    async register(typed, context) {
      const user = checked(typed, typed.password);
      const userId = await ids.allocateId('user', context.commandId);
      const command = { type: 'RegisterUser', userId, ...user } as const;
      // Without the password: a repeat after a crash may bring another one.
      const result = await run(command, context, user);
      const passwordHash = await hashOfPassword(typed.password);
      const credential = { ...rowOf(result.user), passwordHash, version: result.version };
      return { created: await credentials.add(credential, clock.now()) };
    },

    async invite(typed, context) {
      const user = checked(typed);
      const userId = await ids.allocateId('user', context.commandId);
      const result = await run({ type: 'InviteUser', userId, ...user }, context, user);
      const { version } = result;
      const credential = { ...rowOf(result.user), passwordHash: null, version };
      await credentials.add(credential, clock.now());
      return result;
    },

    change,

    async acceptInvitation(userId, context) {
      await change({ type: 'AcceptInvitation', userId }, context);
    },

    async recover() {
      const behind: ExistingUser[] = [];
      await forEachLimit(await ids.drawn('user'), { atOnce: STREAMS_AT_ONCE }, async (userId) => {
        const { state: user, version } = await load(userId);
        if (user.phase === 'unknown' || version === null) return;
        const row = await credentials.findById(userId);
        if (row && row.version >= version) return;
        // A registered user's password is known to the repeated command only.
        if (!row && user.hasPassword) return;
        const { email, ...rest } = rowOf(user);
        if (row) await credentials.patch(userId, { ...rest, version, ...(email && { email }) });
        else await credentials.add({ ...rest, email, passwordHash: null, version }, clock.now());
        if (row?.role !== rest.role || row.status !== rest.status) behind.push(user);
      });
      return behind;
    },
  };
};

/** The row's columns from the stream; the email of an erased person is unknown. */
const rowOf = (user: ExistingUser) => {
  const { userId, username, email, role } = user;
  return { userId, username, email: email ?? '', role, status: userStatus(user) };
};

/** The request without its sender, by which a repeated command is recognised. */
const requestOf = (command: ChangeOfUser): unknown => {
  if (command.type !== 'DisableUser') return command;
  const { actorId: _, ...request } = command;
  return request;
};

const lastAdmin = () =>
  conflict(
    'last-admin',
    'This is the last active administrator. Make somebody else an administrator first.',
  );

interface CheckedUser {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

/** The user in normal form. @throws Refusal `invalid`, naming every field at fault. */
function checked({ username, email, role }: NewUser, password?: string): CheckedUser {
  const user = { username: normalizeUsername(username), email: email.trim(), role };
  const faults: RefusedField[] = [];
  if (!isUsername(user.username)) {
    const message =
      'A username has 2 to 64 letters a-z, digits, dots, hyphens or underscores, and begins with a letter or digit.';
    faults.push({ field: 'username', code: 'not-a-username', message });
  }
  if (!isEmail(user.email)) {
    const message = 'Enter an email address like name@example.com';
    faults.push({ field: 'email', code: 'not-an-email', message });
  }
  if (password !== undefined && password.length < SHORTEST_PASSWORD) {
    const message = `A password has at least ${SHORTEST_PASSWORD} characters.`;
    faults.push({ field: 'password', code: 'too-short', message });
  }
  if (faults.length > 0) throw invalid(faults);
  return user;
}

/** Usernames by user id, from their streams; disabled users included. */
export const usernamesOf =
  ({ commands }: { commands: Pick<CommandRunner, 'load'> }) =>
  async (userIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const users = await Promise.all(
      [...new Set(userIds)].map(async (id) => {
        const { state } = await commands.load(userDecider, userStream(id));
        return [id, state.phase === 'unknown' ? null : state.username] as const;
      }),
    );
    return new Map(users.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
  };

/** A user who may sign in, and their address, from their stream; null for all others. */
export const readersOf =
  ({ commands }: { commands: Pick<CommandRunner, 'load'> }) =>
  async (userId: number): Promise<{ readonly role: Role; readonly email: string } | null> => {
    const { state } = await commands.load(userDecider, userStream(userId));
    if (state.phase === 'unknown' || state.isDisabled || !state.hasPassword) return null;
    return state.email === null ? null : { role: state.role, email: state.email };
  };

/** A user whose row differs from their stream. */
export interface DifferingUser {
  readonly userId: number;
  readonly problem: 'user-missing' | 'user-surplus' | 'user-differs' | 'user-unreadable';
  /** Columns of the row; empty where there is none. */
  readonly columns: readonly string[];
}

interface UserRow {
  userId: number;
  username: string;
  email: string;
  role: string;
  status: string;
  version: number;
}

/**
 * Compares every user's row with their stream; changes nothing. A concurrent change may be reported
 * as a difference.
 */
export async function differingUsers(
  parts: Pick<Platform, 'commands' | 'ids' | 'pool'>,
): Promise<{ checked: number; differing: DifferingUser[] }> {
  const { commands, ids, pool } = parts;
  const rows = await query<UserRow>(
    pool,
    `SELECT user_id AS "userId", username, email, role, status, version
     FROM identity.credentials`,
  );
  const byId = new Map(rows.map((row) => [row.userId, row]));
  const all = [...new Set([...byId.keys(), ...(await ids.drawn('user'))])].sort((a, b) => a - b);
  const differing: DifferingUser[] = [];
  await forEachLimit(all, { atOnce: STREAMS_AT_ONCE }, async (userId) => {
    const loaded = await load(userId);
    if (!loaded) {
      differing.push({ userId, problem: 'user-unreadable', columns: [] });
      return;
    }
    const { state, version } = loaded;
    const row = byId.get(userId);
    // An id may have been allocated for a user who was refused.
    if (state.phase === 'unknown') {
      if (row) differing.push({ userId, problem: 'user-surplus', columns: [] });
    } else if (!row) {
      differing.push({ userId, problem: 'user-missing', columns: [] });
    } else {
      const columns = differingColumns(row, state, version);
      if (columns.length > 0) differing.push({ userId, problem: 'user-differs', columns });
    }
  });
  return { checked: all.length, differing };

  /** Null when the stream is damaged. @throws Refusal when a server is unavailable */
  async function load(userId: number) {
    try {
      return await commands.load(userDecider, userStream(userId));
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unavailable') throw error;
      return null;
    }
  }
}

function differingColumns(row: UserRow, user: ExistingUser, version: number | null): string[] {
  const { email, ...said } = rowOf(user);
  const expected = { ...said, version, email: email || row.email };
  return (Object.keys(expected) as (keyof typeof expected)[]).filter(
    (column) => row[column] !== expected[column],
  );
}
