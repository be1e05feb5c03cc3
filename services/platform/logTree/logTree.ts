import { LoggableError } from '../errors.js';
import type { EventLog, LogPosition, StoredEvent } from '../eventLog/eventLog.js';
import { readLog } from '../eventLog/readLog.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';
import type { Vault } from '../vault/vault.js';
import { hashOfEvent, nameOfEvent } from './leaf.js';
import { pathOf, rootOf } from './merkle.js';
import {
  appendLeaves,
  dropTiles,
  ensureLogTreeSchema,
  findLastTile,
  findTile,
  findTilesOf,
  readRoots,
  sizeUpTo,
  TILE_LEAVES,
  type Tile,
} from './tiles.js';
import { parseNote, type SigningKey, signedNote, signingKeyOf, type TreeHead } from './treeHead.js';

/** The log is not what it was when the tree was made of it. The message is for operators. */
export class LogChanged extends LoggableError {
  override readonly name = 'LogChanged';
}

export interface SignedHead extends TreeHead {
  readonly id: number;
  readonly note: string;
  /** When its file was written where somebody else keeps it. */
  readonly filedAt: Date | null;
}

/**
 * A Merkle tree over the events of the log, and its heads, which are signed: whoever keeps a head can
 * tell whether any event that it covers was changed, removed, inserted or moved since.
 */
export interface LogTree {
  /** By which heads are signed; it names the log. @throws WrongLog; Refusal `unavailable` */
  key(): Promise<SigningKey>;
  /**
   * Adds the events that came since; how many there are then. Of several processes that do it at
   * once each event is added once.
   * @throws LogChanged when the newest event of the tree is not in the log as it was
   */
  extend(signal: AbortSignal): Promise<number>;
  /** Signs the tree, unless that was done; the newest head then, null before the first event. */
  sign(at: Date): Promise<SignedHead | null>;
  /**
   * Makes the tree anew from the log as it is, for who knows that it is another one, as after a
   * restore of an older one. Heads stay: what they do not fit any more is found for ever.
   */
  rebuild(signal: AbortSignal): Promise<number>;
}

interface Parts {
  readonly pool: Pool;
  readonly eventLog: Pick<EventLog, 'subscribe' | 'head' | 'readStream'>;
  readonly vault: Pick<Vault, 'deriveKey'>;
  /** By which the log is known. */
  readonly logId: () => Promise<string>;
}

const EVENTS_AT_ONCE = 2_000;

/** Makes the schema `log_tree` where it is missing. */
export async function openLogTree({ pool, eventLog, vault, logId }: Parts): Promise<LogTree> {
  await ensureLogTreeSchema(pool);

  const key = async (): Promise<SigningKey> =>
    signingKeyOf(
      `insuremanager/log/${await logId()}`,
      await vault.deriveKey('log-tree', 'signing of tree heads'),
    );

  const extend = async (signal: AbortSignal): Promise<number> => {
    const until = await eventLog.head();
    for (;;) {
      const { size, isDone } = await extendOnce(until, signal);
      if (isDone || signal.aborted) return size;
    }
  };

  /** Not done when another process has added some meanwhile: then from where that is. */
  const extendOnce = async (until: LogPosition | null, signal: AbortSignal) => {
    let last = await findLastTile(pool);
    const after = last && (await placeOfNewest(eventLog, last));
    for await (const events of readLog(eventLog, { after, until, maxBatch: EVENTS_AT_ONCE })) {
      if (signal.aborted) break;
      const leaves = events.map((event) => {
        return { hash: hashOfEvent(event), name: nameOfEvent(event) };
      });
      const extended = await appendLeaves(pool, last, leaves);
      if (!extended) return { size: sizeUpTo(last), isDone: false };
      last = extended;
    }
    return { size: sizeUpTo(last), isDone: true };
  };

  return {
    ...{ key, extend },

    async rebuild(signal) {
      await dropTiles(pool);
      return extend(signal);
    },

    async sign(at) {
      const { size, root } = await rootOfTree(pool);
      if (size === 0) return null;
      const last = await findLastHead(pool);
      if (last?.size === size && last.root.equals(root)) return last;
      const note = signedNote({ size, root, at }, await key());
      const [row] = await query<HeadRow>(
        pool,
        `INSERT INTO log_tree.heads (size, signed_at, note) VALUES ($1, $2, $3)
         RETURNING id, note, filed_at`,
        [size, at, note],
      );
      return row ? { size, root, at, id: row.id, note, filedAt: null } : null;
    },
  };
}

/** Where the newest event of the tree stands in the log. @throws LogChanged */
async function placeOfNewest(
  eventLog: Pick<EventLog, 'readStream'>,
  { hashes, names }: Tile,
): Promise<LogPosition> {
  const [name, hash] = [names.at(-1) ?? '', hashes.at(-1)];
  const at = name.lastIndexOf('@');
  const from = BigInt(name.slice(at + 1));
  const [event] = await eventLog.readStream(name.slice(0, at), { from, maxCount: 1 });
  if (event && hash?.equals(hashOfEvent(event))) return event.position;
  throw new LogChanged(
    `The log is not as it was: event ${name} ${event ? 'was changed' : 'is missing'}. ` +
      'npm run ops -- verify log says what else is; docs/recovery.md, what to do.',
  );
}

/** One statement, so that no event comes in between. */
async function rootOfTree(on: Queryable): Promise<{ size: number; root: Buffer }> {
  const { roots, rest } = await readRoots(on);
  const nodes = rest.length > 0 ? [...roots, rootOf(rest)] : roots;
  return { size: roots.length * TILE_LEAVES + rest.length, root: rootOf(nodes) };
}

/** That an event is in the tree that a head was signed of. */
export interface Inclusion {
  /** Of the event in the whole log, from 0. */
  readonly index: number;
  /** Siblings on the way to the root, the lowest first. */
  readonly path: readonly Buffer[];
}

/**
 * For the events of a stream that they are in the tree of a head, in their order: of all that it
 * covers, from the first one on.
 * @throws LogChanged when one of them is not in the tree as it is in the log now
 */
export async function inclusionsOf(
  on: Queryable,
  events: readonly StoredEvent[],
  { size }: TreeHead,
): Promise<Inclusion[]> {
  const tiles = await findTilesOf(on, events[0]?.stream ?? '');
  const { roots } = await readRoots(on);
  const full = Math.floor(size / TILE_LEAVES);
  // The tree has grown since; the head covers only a part of what may be a full tile now.
  const last = (await findTile(on, full))?.hashes ?? [];
  const covered = last.slice(0, size % TILE_LEAVES);
  const nodes = [...roots.slice(0, full), ...(covered.length > 0 ? [rootOf(covered)] : [])];
  const places = new Map(
    tiles.flatMap(({ nth, hashes }) =>
      hashes.map((hash, at) => [hash.toString('base64'), { nth, at, hashes }] as const),
    ),
  );
  const inclusions: Inclusion[] = [];
  for (const event of events) {
    const place = places.get(hashOfEvent(event).toString('base64'));
    if (!place)
      throw new LogChanged(`Event ${nameOfEvent(event)} is not in the tree as it is in the log.`);
    const { nth, at } = place;
    const index = nth * TILE_LEAVES + at;
    // Those behind it came later.
    if (index >= size) break;
    const leaves = nth < full ? place.hashes : covered;
    inclusions.push({ index, path: [...pathOf(leaves, at), ...pathOf(nodes, nth)] });
  }
  return inclusions;
}

const HEADS = 'SELECT id, note, filed_at FROM log_tree.heads';

interface HeadRow {
  id: number;
  note: string;
  filed_at: Date | null;
}

/** As recorded, without looking at signatures; the oldest first. A note that is none is left out. */
export async function listHeads(
  on: Queryable,
  where = '',
  values: unknown[] = [],
): Promise<SignedHead[]> {
  const rows = await query<HeadRow>(on, `${HEADS} ${where} ORDER BY id`, values);
  return rows.flatMap(({ id, note, filed_at: filedAt }) => {
    const head = parseNote(note);
    return head ? [{ ...head, id, note, filedAt }] : [];
  });
}

/** One over so many events; null when none was signed of them. */
export const findHeadOver = async (on: Queryable, size: number): Promise<SignedHead | null> =>
  (await listHeads(on, 'WHERE size = $1', [size])).at(-1) ?? null;

/** The newest that was signed; null before the first one. */
export async function findLastHead(on: Queryable): Promise<SignedHead | null> {
  const newest = 'WHERE id = (SELECT max(id) FROM log_tree.heads)';
  return (await listHeads(on, newest))[0] ?? null;
}
