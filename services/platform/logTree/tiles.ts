import { ensureSchema } from '../postgres/ensureSchema.js';
import { inTransaction, type Pool, type Queryable, query } from '../postgres/postgres.js';
import { HASH_BYTES, rootOf } from './merkle.js';

/** Leaves of a tile: all but the last one have so many. A power of two, so that each is a subtree. */
export const TILE_LEAVES = 256;

/**
 * The schema `log_tree`. Tiles are made from the log, but kept for good: they say what it was when it
 * was first read. Heads are what was signed.
 */
export const logTreeSteps = [
  `CREATE TABLE log_tree.tiles (
     nth bigint PRIMARY KEY,
     -- Of each event 32 bytes, in the order of the log.
     hashes bytea NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND ${TILE_LEAVES * HASH_BYTES}),
     -- Over these, once there are ${TILE_LEAVES}.
     root bytea,
     -- The events, such as customer-12@3, one on a line.
     names text NOT NULL);
   -- Hashes cannot be packed.
   ALTER TABLE log_tree.tiles ALTER hashes SET STORAGE EXTERNAL;
   CREATE TABLE log_tree.heads (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     size bigint NOT NULL,
     signed_at timestamptz NOT NULL,
     note text NOT NULL,
     -- When its file was written where somebody else keeps it.
     filed_at timestamptz);
   -- Emails with a head, by the id of the message, which follows from day and address.
   CREATE TABLE log_tree.mailings (
     id uuid PRIMARY KEY,
     size bigint NOT NULL,
     sent_at timestamptz NOT NULL DEFAULT now(),
     is_refused boolean NOT NULL);
   -- Comparisons that somebody asked for on the screen.
   CREATE TABLE log_tree.verifications (
     id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     started_at timestamptz NOT NULL,
     username text NOT NULL,
     heard_at timestamptz NOT NULL DEFAULT now(),
     events bigint NOT NULL DEFAULT 0,
     finished_at timestamptz,
     found jsonb);`,
];

export const ensureLogTreeSchema = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'log_tree', logTreeSteps);

/** What the tree keeps of an event. */
export interface Leaf {
  readonly hash: Buffer;
  /** Such as `customer-12@3`. */
  readonly name: string;
}

export interface Tile {
  readonly nth: number;
  readonly hashes: readonly Buffer[];
  readonly names: readonly string[];
  /** Over all of them; null as long as it is not full. */
  readonly root: Buffer | null;
}

interface TileRow {
  root: Buffer | null;
  nth: string;
  hashes: Buffer;
  names: string;
}

const tileOf = ({ nth, hashes, names, root }: TileRow): Tile => ({
  root,
  nth: Number(nth),
  hashes: split(hashes),
  names: names.split('\n'),
});

const split = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );

/** So that all of them are made anew. */
export const dropTiles = (on: Queryable): Promise<unknown> =>
  query(on, 'DELETE FROM log_tree.tiles');

/** Leaves up to the end of a tile. */
export const sizeUpTo = (tile: Tile | null): number =>
  tile ? tile.nth * TILE_LEAVES + tile.hashes.length : 0;

const TILES = 'SELECT nth, hashes, root, names FROM log_tree.tiles';

/** The newest tile; null before the first event. */
export async function findLastTile(on: Queryable): Promise<Tile | null> {
  const [row] = await query<TileRow>(on, `${TILES} ORDER BY nth DESC LIMIT 1`);
  return row ? tileOf(row) : null;
}

export async function findTile(on: Queryable, nth: number): Promise<Tile | null> {
  const [row] = await query<TileRow>(on, `${TILES} WHERE nth = $1`, [nth]);
  return row ? tileOf(row) : null;
}

/** The roots over all tiles but the last one, if that is not full, and its leaves then. */
export async function readRoots(on: Queryable): Promise<{ roots: Buffer[]; rest: Buffer[] }> {
  const rows = await query<{ root: Buffer | null; hashes: Buffer | null }>(
    on,
    `SELECT root, CASE WHEN root IS NULL THEN hashes END AS hashes
     FROM log_tree.tiles ORDER BY nth`,
  );
  const roots = rows.flatMap(({ root }) => root ?? []);
  return { roots, rest: rows.flatMap(({ hashes }) => (hashes ? split(hashes) : [])) };
}

/** Those with events of a stream. The names in all of them are looked through. */
export async function findTilesOf(on: Queryable, stream: string): Promise<Tile[]> {
  const rows = await query<TileRow>(
    on,
    `${TILES} WHERE position(E'\\n' || $1 || '@' IN E'\\n' || names) > 0 ORDER BY nth`,
    [stream],
  );
  return rows.map(tileOf);
}

const TILES_AT_ONCE = 64;

/** In order, from the first one on. */
export async function* readTiles(on: Queryable): AsyncGenerator<Tile, void, undefined> {
  for (let from = 0; ; from += TILES_AT_ONCE) {
    const rows = await query<TileRow>(on, `${TILES} WHERE nth >= $1 AND nth < $2 ORDER BY nth`, [
      from,
      from + TILES_AT_ONCE,
    ]);
    for (const row of rows) yield tileOf(row);
    if (rows.length < TILES_AT_ONCE) return;
  }
}

/**
 * Adds leaves behind the last ones, all or none.
 * @param last the newest tile as the caller has read it
 * @returns the newest tile then; null when another process has added some meanwhile
 */
export async function appendLeaves(
  pool: Pool,
  last: Tile | null,
  leaves: readonly Leaf[],
): Promise<Tile | null> {
  const tiles = extendedBy(last, leaves);
  return inTransaction(pool, async (client) => {
    await query(client, "SELECT pg_advisory_xact_lock(hashtextextended('log tree', 0))");
    if (sizeUpTo(await findLastTile(client)) !== sizeUpTo(last)) return null;
    await query(
      client,
      `INSERT INTO log_tree.tiles (nth, hashes, root, names)
       SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[])
       ON CONFLICT (nth) DO UPDATE
         SET hashes = excluded.hashes, root = excluded.root, names = excluded.names`,
      [
        tiles.map(({ nth }) => nth),
        tiles.map(({ hashes }) => Buffer.concat(hashes)),
        tiles.map(({ root }) => root),
        tiles.map(({ names }) => names.join('\n')),
      ],
    );
    return tiles.at(-1) ?? last;
  });
}

/** The tiles that change, and new ones. */
function extendedBy(last: Tile | null, leaves: readonly Leaf[]): Tile[] {
  const first = Math.floor(sizeUpTo(last) / TILE_LEAVES);
  const partial = last?.nth === first ? last : { hashes: [], names: [] };
  const hashes = [...partial.hashes, ...leaves.map(({ hash }) => hash)];
  const names = [...partial.names, ...leaves.map(({ name }) => name)];
  return Array.from({ length: Math.ceil(hashes.length / TILE_LEAVES) }, (_, at) => {
    const part = [at * TILE_LEAVES, (at + 1) * TILE_LEAVES] as const;
    const inTile = hashes.slice(...part);
    const root = inTile.length === TILE_LEAVES ? rootOf(inTile) : null;
    return { nth: first + at, hashes: inTile, names: names.slice(...part), root };
  });
}
