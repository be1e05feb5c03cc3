import type pg from 'pg';
import type { Session } from './session.js';

/**
 * The first half of each key; the second one is a hash of the name. So what one part locks is never
 * what another part does: the event log has a space of its own, too (742_013_064, in its schema), and
 * what makes schemas and lifts ids uses keys of 64 bits, which Postgres keeps apart from pairs.
 */
export const LOCK_SPACES = {
  /** Which process projects, rebuilds or runs the jobs. */
  roles: 742_013_061,
  /** What is decided over several streams: see platform/locks. */
  decisions: 742_013_062,
  /** What only so many may do at once: see platform/locks, too. */
  slots: 742_013_063,
} as const;

export interface AdvisoryLock {
  readonly space: keyof typeof LOCK_SPACES;
  readonly name: string;
}

const TAKE = {
  name: 'take a lock',
  text: 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken',
};

const TAKE_ALL = {
  name: 'take locks',
  text: `SELECT name FROM unnest($2::text[]) AS name
         WHERE pg_try_advisory_lock($1, hashtext(name))`,
};
// A row is looked at only while none before it was taken.
const TAKE_ONE = {
  name: 'take one of several locks',
  text: `SELECT name FROM unnest($2::text[]) AS name
         WHERE pg_try_advisory_lock($1, hashtext(name)) LIMIT 1`,
};
const RELEASE_ALL = {
  name: 'release locks',
  text: `SELECT FROM unnest($2::text[]) AS name WHERE pg_advisory_unlock($1, hashtext(name))`,
};

const keyOf = ({ space, name }: AdvisoryLock): [number, string] => [LOCK_SPACES[space], name];

/**
 * Takes a lock that lives as long as the session, unless it is released before. False when another
 * session has it; one session can take it several times.
 */
export async function tryLock({ client }: Session, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>({ ...TAKE, values: keyOf(lock) });
  return rows[0]?.taken === true;
}

/** As `tryLock`, for several names at once: those that were taken. */
export async function tryLocks(
  { client }: Session,
  space: AdvisoryLock['space'],
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [LOCK_SPACES[space], names];
  const { rows } = await client.query<{ name: string }>({ ...TAKE_ALL, values });
  return new Set(rows.map(({ name }) => name));
}

/** The first of the names that was free, which is taken now; null when none was. */
export async function tryOneOf(
  { client }: Session,
  space: AdvisoryLock['space'],
  names: readonly string[],
): Promise<string | null> {
  const values = [LOCK_SPACES[space], names];
  const { rows } = await client.query<{ name: string }>({ ...TAKE_ONE, values });
  return rows[0]?.name ?? null;
}

/** Of as many as were taken: a name may be given several times. */
export async function unlockAll(
  { client }: Session,
  space: AdvisoryLock['space'],
  names: readonly string[],
): Promise<void> {
  await client.query({ ...RELEASE_ALL, values: [LOCK_SPACES[space], names] });
}

/** Whether any session has that lock. */
export async function isLocked(on: Pick<pg.Pool, 'query'>, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await on.query<{ locked: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295
     ) AS locked`,
    keyOf(lock),
  );
  return rows[0]?.locked === true;
}
