import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { batched } from '../batched.js';
import { conflict } from '../errors.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, query } from '../postgres/postgres.js';
import { DESTROYED_KEYS, listenForDestructions } from './destroyedKeys.js';
import { createKeyCache, type SubjectKey } from './keyCache.js';
import {
  keyPlace,
  type MasterKey,
  type MasterKeys,
  masterKeysOf,
  secretPlace,
  unwrapByAny,
} from './masterKeys.js';
import { KEY_BYTES, sealBytes, sealJson, unsealJson } from './sealing.js';
import type { Vault } from './vault.js';

/** The schema `vault`, step by step. */
export const vaultSteps = [
  `CREATE TABLE vault.keys (
     subject text PRIMARY KEY,
     wrapped bytea,
     made_at timestamptz NOT NULL DEFAULT now(),
     destroyed_at timestamptz,
     CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL)));
   CREATE TABLE vault.secrets (name text PRIMARY KEY, wrapped bytea NOT NULL)`,
  `-- Which master key wraps what is new; the previous one while a rotation goes on.
   CREATE TABLE vault.master_key (
     only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
     current text NOT NULL,
     previous text)`,
  // So that it is cheap to ask whether anybody was erased since.
  `CREATE INDEX keys_destroyed ON vault.keys (destroyed_at) WHERE destroyed_at IS NOT NULL`,
];

export interface VaultOptions {
  pool: Pool;
  /** 32 bytes; wraps every other key and is itself stored nowhere in the database. */
  masterKey: Buffer;
  /** The one before it, while keys may still be wrapped by that: see `rotateMasterKey`. */
  oldMasterKey?: Buffer;
  /** Keys held in memory. */
  capacity?: number;
  /**
   * Within this time every process learns that a key has been destroyed, also without a message.
   * Milliseconds.
   */
  ttlMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

const TTL_MS = 5_000;

interface KeyRow {
  subject: string;
  wrapped: Buffer | null;
}

interface Offer {
  readonly wrapped: Buffer;
  readonly fresh: Buffer;
}

interface MadeRow extends KeyRow {
  known: boolean;
}

/** @throws an Error with a sentence for the operator when the master key is not this vault's. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { pool, capacity = 50_000, ttlMs = TTL_MS, now = () => performance.now() } = options;
  const masterKeys = masterKeysOf(options);
  await ensureSchema(pool, 'vault', vaultSteps);
  const fingerprintKey = await openSecret(pool, masterKeys, 'fingerprint');
  const listeners: ((subject: string) => void)[] = [];
  const onDestroyed = (subject: string): void => {
    for (const listener of listeners) listener(subject);
  };
  const cache = createKeyCache({ capacity, ttlMs, now, onDestroyed });

  /** The key from then on: none where a destruction was heard of before the row arrived. */
  const remember = ({ subject, wrapped }: KeyRow, askedAt: number, own?: Offer): SubjectKey => {
    // One of our own making need not be opened first.
    const key =
      wrapped && own?.wrapped.equals(wrapped)
        ? own.fresh
        : wrapped && unwrapped(masterKeys, subject, wrapped);
    cache.put(subject, key, askedAt);
    return cache.known(subject) ?? null;
  };

  /** Durable keys, or tombstones, of all that are asked for at once. */
  const makeKeys = batched(async (asked: readonly string[]) => {
    const askedAt = now();
    const offers = [...new Set(asked)].flatMap((subject) => {
      const fresh = randomBytes(KEY_BYTES);
      const wrappedBy = ({ bytes }: MasterKey) => sealBytes(bytes, keyPlace(subject), fresh);
      return masterKeys.map((key) => ({ subject, id: key.id, wrapped: wrappedBy(key), fresh }));
    });
    const rows = await query<MadeRow>(pool, MAKE_KEYS, [
      offers.map(({ subject }) => subject),
      offers.map(({ id }) => id),
      offers.map(({ wrapped }) => wrapped),
    ]);
    cache.trim();
    const own = new Map(offers.map((offer) => [offer.subject, offer]));
    return new Map(
      rows.map((row) => [row.subject, { ...row, askedAt, own: own.get(row.subject) }]),
    );
  });

  /** The subject's key, durable by then. @throws Refusal `subject-erased` */
  const makeSureOfKey = async (subject: string): Promise<Buffer> => {
    let key = cache.fresh(subject);
    while (key === undefined) {
      const made = (await makeKeys([subject])).get(subject);
      if (made?.known === false) throw rotatedMeanwhile();
      if (made) {
        const known = cache.fresh(subject);
        key = known === undefined ? remember(made, made.askedAt, made.own) : known;
      }
    }
    if (key === null) throw erased();
    return key;
  };

  const fetchKeys = batched(async (subjects: readonly string[]): Promise<void> => {
    const askedAt = now();
    const rows = await query<KeyRow>(
      pool,
      'SELECT subject, wrapped FROM vault.keys WHERE subject = ANY($1)',
      [[...new Set(subjects)]],
    );
    // Room is made before, not after: all that was asked for is in memory when this returns.
    cache.trim();
    for (const row of rows) remember(row, askedAt);
  });

  return {
    async seal(subject, value) {
      return sealJson(await makeSureOfKey(subject), subject, value);
    },

    async loadKeys(subjects) {
      const wanted = [...new Set(subjects)];
      const missing = wanted.filter((subject) => cache.fresh(subject) === undefined);
      if (missing.length === 0) return;
      await fetchKeys(missing);
      for (const subject of wanted) cache.fresh(subject);
    },

    unseal(subject, sealed) {
      const key = loaded(cache.known(subject), subject);
      return key && unsealJson(key, subject, sealed);
    },

    fingerprint: (purpose, value) =>
      createHmac('sha256', fingerprintKey)
        .update(`${purpose}\0${value}`, 'utf8')
        .digest('base64url'),

    async deriveKey(subject, purpose) {
      const key = await makeSureOfKey(subject);
      return Buffer.from(hkdfSync('sha256', key, '', `derived ${purpose}`, KEY_BYTES));
    },

    async destroyKey(subject) {
      await query(pool, DESTROY_KEY, [subject]);
      cache.put(subject, null, now());
    },

    isDestroyed: (subject) => cache.known(subject) === null,

    onDestroyed: (listener) => void listeners.push(listener),

    listen: (input) =>
      listenForDestructions({
        ...input,
        withinMs: ttlMs,
        onListening: (isListening) => cache.hearingSince(isListening ? now() : null),
        onDestroyed: (subject) => cache.put(subject, null, now()),
      }),
  };
}

const unwrapped = (masterKeys: MasterKeys, subject: string, wrapped: Buffer): Buffer => {
  const key = unwrapByAny(masterKeys, keyPlace(subject), wrapped);
  if (key) return key;
  throw new Error(`The key of ${subject} in vault.keys was changed from outside`);
};

/**
 * Makes the keys that are missing (neither there nor a tombstone), in one round trip, wrapped by the
 * master key that the vault says is the current one, which a rotation may have changed a moment ago.
 * `known` is false where that one was not given to this process. No row comes back for a key that
 * another process made at the same moment: ask again. Rows are made in one order everywhere, so that
 * no two processes wait for each other.
 */
const MAKE_KEYS = `
  WITH offered AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) AS one (subject, id, wrapped)),
  given AS (SELECT subject, wrapped FROM vault.master_key JOIN offered ON id = current),
  made AS (
    INSERT INTO vault.keys (subject, wrapped) SELECT subject, wrapped FROM given ORDER BY subject
    ON CONFLICT (subject) DO NOTHING RETURNING subject, wrapped),
  there AS (SELECT subject, wrapped FROM vault.keys WHERE subject = ANY($1))
  SELECT subject, wrapped, true AS known FROM made
  UNION ALL SELECT subject, wrapped, true FROM there
  UNION ALL SELECT DISTINCT subject, NULL::bytea, false FROM offered
    WHERE NOT EXISTS (SELECT FROM given) AND subject NOT IN (SELECT subject FROM there)`;

/** The row stays as a tombstone: a subject never gets a second key. Who listens hears of it. */
const DESTROY_KEY = `
  WITH destroyed AS (
    INSERT INTO vault.keys (subject, wrapped, destroyed_at) VALUES ($1, NULL, now())
    ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, destroyed_at = now()
    WHERE vault.keys.destroyed_at IS NULL RETURNING subject)
  SELECT pg_notify('${DESTROYED_KEYS}', subject) FROM destroyed`;

const loaded = (key: SubjectKey | undefined, subject: string): SubjectKey => {
  if (key === undefined) throw new Error(`The vault has no key for ${subject}`);
  return key;
};

const erased = () =>
  conflict(
    'subject-erased',
    'The personal data of this record was erased, so it cannot be given new details.',
  );

/** A key that the whole system shares: made once, then the same for ever. */
async function openSecret(pool: Pool, masterKeys: MasterKeys, name: string): Promise<Buffer> {
  const place = secretPlace(name);
  await query(
    pool,
    'INSERT INTO vault.secrets (name, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [name, sealBytes(masterKeys[0].bytes, place, randomBytes(KEY_BYTES))],
  );
  const [row] = await query<{ wrapped: Buffer }>(
    pool,
    'SELECT wrapped FROM vault.secrets WHERE name = $1',
    [name],
  );
  if (!row) throw new Error(`The vault lost its secret ${name}`);
  const secret = unwrapByAny(masterKeys, place, row.wrapped);
  if (!secret) throw otherMasterKey();
  const current = masterKeys.find((key) => unwrapByAny([key], place, row.wrapped));
  await query(pool, 'INSERT INTO vault.master_key (current) VALUES ($1) ON CONFLICT DO NOTHING', [
    current?.id,
  ]);
  const [state] = await query<{ previous: string | null }>(
    pool,
    'SELECT previous FROM vault.master_key',
  );
  const previous = state?.previous;
  if (previous && !masterKeys.some(({ id }) => id === previous)) throw rotationUnfinished();
  return secret;
}

const otherMasterKey = () =>
  new Error(
    'MASTER_KEY does not open the vault in this database: it was made with another key. ' +
      'Give the key that was in use when the data was made; without it, personal data cannot be read.',
  );

const rotatedMeanwhile = () =>
  new Error(
    'The master key was rotated, and this process has the old one only. Start it anew with both.',
  );

const rotationUnfinished = () =>
  new Error(
    'The rotation of the master key is not finished: some keys are still wrapped by the one before. ' +
      'Give that one as MASTER_KEY_OLD, and finish it: npm run ops -- keys rotate',
  );
