import { conflict } from '../errors.js';
import { inTransaction, type Pool, query } from '../postgres/postgres.js';
import { keyPlace, type MasterKey, masterKeysOf, secretPlace, unwrapByAny } from './masterKeys.js';
import { sealBytes } from './sealing.js';

interface RotationParts {
  readonly pool: Pool;
  /** 32 bytes, which from now on wrap every key. */
  readonly masterKey: Buffer;
  /** 32 bytes, which wrapped them until now. */
  readonly oldMasterKey: Buffer;
  readonly onProgress: (progress: RotationProgress) => void;
  /** Ends it after the batch that is under way: a later call goes on from there. */
  readonly signal?: AbortSignal;
}

export interface RotationProgress {
  /** Keys that were looked at, and of those, keys that were wrapped anew. */
  readonly seen: number;
  readonly rewrapped: number;
  readonly total: number;
}

interface Wrapped {
  readonly subject: string;
  readonly wrapped: Buffer;
}

/** Keys in one transaction. */
const BATCH = 1_000;

/**
 * Has a new master key wrap every key of the vault, while processes that were given both keys work
 * on. From the first step on, what is made is wrapped by the new one; then what is there is wrapped
 * anew, in batches; last, it is written down that the old one is needed no more. Broken off at any
 * point, nothing is lost: every key is wrapped by one of the two, and a second call finishes it.
 * Once it is finished, it finds nothing to do.
 * @throws Refusal `other-master-key` when the vault is neither of the old key nor of the new one;
 *   `rotation-ended` when it was ended by the signal
 */
export async function rotateMasterKey(parts: RotationParts): Promise<RotationProgress> {
  const { pool, onProgress, signal } = parts;
  const [fresh, old] = masterKeysOf(parts);
  if (!old || fresh.id === old.id) throw sameKey();
  const [count] = await query<{ total: number }>(
    pool,
    'SELECT count(*)::int AS total FROM vault.keys WHERE wrapped IS NOT NULL',
  );
  let progress: RotationProgress = { seen: 0, rewrapped: 0, total: count?.total ?? 0 };
  await begin(pool, fresh, old);
  let after = '';
  for (;;) {
    if (signal?.aborted) throw ended();
    const batch = await rewrapBatch(pool, fresh, old, after);
    const last = batch.subjects.at(-1);
    if (last === undefined) break;
    after = last;
    progress = {
      ...progress,
      seen: progress.seen + batch.subjects.length,
      rewrapped: progress.rewrapped + batch.rewrapped,
    };
    onProgress(progress);
  }
  await query(pool, 'UPDATE vault.master_key SET previous = NULL WHERE current = $1', [fresh.id]);
  return progress;
}

/**
 * Makes the new key the current one, and wraps the shared secrets by it. Does nothing when it is
 * the current one already.
 */
const begin = (pool: Pool, fresh: MasterKey, old: MasterKey): Promise<void> =>
  inTransaction(pool, async (client) => {
    // Keys that are being made, wrapped by the old one, are committed before the lock is had; those
    // that are made after it see which one is the current one. So none is missed below.
    await client.query('LOCK TABLE vault.keys IN SHARE ROW EXCLUSIVE MODE');
    const [state] = await query<{ current: string; previous: string | null }>(
      client,
      'SELECT current, previous FROM vault.master_key FOR UPDATE',
    );
    if (state?.current === fresh.id) {
      if (state.previous !== null && state.previous !== old.id) throw otherKey();
      return;
    }
    if (state?.current !== old.id || state.previous !== null) throw otherKey();
    const secrets = await query<{ name: string; wrapped: Buffer }>(
      client,
      'SELECT name, wrapped FROM vault.secrets',
    );
    for (const { name, wrapped } of secrets) {
      const secret = unwrapByAny([old], secretPlace(name), wrapped);
      if (!secret) throw otherKey();
      const again = sealBytes(fresh.bytes, secretPlace(name), secret);
      await query(client, 'UPDATE vault.secrets SET wrapped = $2 WHERE name = $1', [name, again]);
    }
    await query(client, 'UPDATE vault.master_key SET current = $1, previous = $2', [
      fresh.id,
      old.id,
    ]);
  });

/** @throws an Error naming a subject whose key neither of the two wrapped. */
const rewrapBatch = (pool: Pool, fresh: MasterKey, old: MasterKey, after: string) =>
  inTransaction(pool, async (client) => {
    // A key that is destroyed meanwhile waits, or is gone when it is read.
    const rows = await query<Wrapped>(
      client,
      `SELECT subject, wrapped FROM vault.keys WHERE subject > $1 AND wrapped IS NOT NULL
       ORDER BY subject LIMIT ${BATCH} FOR UPDATE`,
      [after],
    );
    const rewrapped = rows.filter(
      ({ subject, wrapped }) => !unwrapByAny([fresh], keyPlace(subject), wrapped),
    );
    const wrapped = rewrapped.map((row) => {
      const key = unwrapByAny([old], keyPlace(row.subject), row.wrapped);
      if (!key) throw new Error(`The key of ${row.subject} in vault.keys was changed from outside`);
      return sealBytes(fresh.bytes, keyPlace(row.subject), key);
    });
    await query(
      client,
      `UPDATE vault.keys SET wrapped = again.wrapped
       FROM unnest($1::text[], $2::bytea[]) AS again (subject, wrapped)
       WHERE vault.keys.subject = again.subject`,
      [rewrapped.map(({ subject }) => subject), wrapped],
    );
    return { subjects: rows.map(({ subject }) => subject), rewrapped: rewrapped.length };
  });

const otherKey = () =>
  conflict(
    'other-master-key',
    'The vault in this database was made with neither of the two keys, or its rotation began with another pair. Nothing changed.',
  );

const sameKey = () =>
  conflict('same-master-key', 'MASTER_KEY and MASTER_KEY_OLD are the same. Give a new MASTER_KEY.');

const ended = () =>
  conflict(
    'rotation-ended',
    'The rotation was ended. Nothing is lost; start it again to finish it.',
  );
