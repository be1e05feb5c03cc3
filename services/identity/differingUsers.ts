import { userStream } from '@insuremanager/contracts/identity/userEvents';
import { eachOf } from '../platform/eachOf.js';
import { Refusal } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { query } from '../platform/postgres/postgres.js';
import { type ExistingUser, userDecider, userStatus } from './user.js';

/** A user whose row is not what their stream says. */
export interface DifferingUser {
  readonly userId: number;
  readonly problem: 'user-missing' | 'user-surplus' | 'user-differs' | 'user-unreadable';
  /** Columns of the row; empty where there is none. */
  readonly columns: readonly string[];
}

type Parts = Pick<Platform, 'commands' | 'ids' | 'pool'>;

const STREAMS_AT_ONCE = 8;

interface UserRow {
  userId: number;
  username: string;
  email: string;
  role: string;
  status: string;
  version: number;
}

/**
 * Compares every row of schema `identity` with the stream of its user; changes nothing. Who is
 * changed meanwhile may be found to differ.
 */
export async function differingUsers(
  parts: Parts,
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
  await eachOf(all, { atOnce: STREAMS_AT_ONCE }, async (userId) => {
    const loaded = await load(userId);
    if (!loaded) {
      differing.push({ userId, problem: 'user-unreadable', columns: [] });
      return;
    }
    const { state, version } = loaded;
    const row = byId.get(userId);
    // A number may have been drawn for a user who was refused.
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

  /** Null when the stream cannot be read, which is a damage; a server that is away is none. */
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
  const { username, email, role } = user;
  const expected = {
    username,
    role,
    status: userStatus(user),
    version,
    // An erased person's address is not known any more.
    email: email ?? row.email,
  };
  return (Object.keys(expected) as (keyof typeof expected)[]).filter(
    (column) => row[column] !== expected[column],
  );
}
