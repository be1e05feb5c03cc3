import { LoggableError } from '../errors.js';
import type { EventLog, LogPosition } from '../eventLog/eventLog.js';
import { readLog } from '../eventLog/readLog.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';
import type { Vault } from '../vault/vault.js';
import { hashOfEvent, nameOfEvent } from './leaf.js';
import { rootOf } from './merkle.js';
import {
  appendLeaves,
  dropTiles,
  ensureLogTreeSchema,
  findLastTile,
  readTiles,
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
    let last = await findLastTile(pool);
    const after = last && (await placeOfNewest(eventLog, last));
    for await (const events of readLog(eventLog, { after, maxBatch: EVENTS_AT_ONCE })) {
      if (signal.aborted) break;
      const leaves = events.map((event) => {
        return { hash: hashOfEvent(event), name: nameOfEvent(event) };
      });
      const extended = await appendLeaves(pool, last, leaves);
      // Another process is at it.
      if (!extended) break;
      last = extended;
    }
    return sizeUpTo(last);
  };

  return {
    ...{ key, extend },

    async rebuild(signal) {
      await dropTiles(pool);
      return extend(signal);
    },

    async sign(at) {
      const { size, roots } = await readRoots(pool);
      if (size === 0) return null;
      const root = rootOf(roots);
      const last = await findLastHead(pool);
      if (last?.size === size && last.root.equals(root)) return last;
      const sign = 'INSERT INTO log_tree.heads (size, signed_at, note) VALUES ($1, $2, $3)';
      await query(pool, sign, [size, at, signedNote({ size, root, at }, await key())]);
      return findLastHead(pool);
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

/** The roots of all tiles, in order: the nodes that the tree stands on. */
export async function readRoots(on: Queryable): Promise<{ size: number; roots: Buffer[] }> {
  const roots: Buffer[] = [];
  let size = 0;
  for await (const tile of readTiles(on)) {
    // Events came while it was read: what was its last tile is another one now.
    if (size % TILE_LEAVES !== 0) return readRoots(on);
    roots.push(rootOf(tile.hashes));
    size = sizeUpTo(tile);
  }
  return { size, roots };
}

const HEADS = 'SELECT id, note, filed_at FROM log_tree.heads';

interface HeadRow {
  id: number;
  note: string;
  filed_at: Date | null;
}

/** As recorded, without looking at signatures; the oldest first. A note that is none is left out. */
export async function listHeads(on: Queryable, where = ''): Promise<SignedHead[]> {
  const rows = await query<HeadRow>(on, `${HEADS} ${where} ORDER BY id`);
  return rows.flatMap(({ id, note, filed_at: filedAt }) => {
    const head = parseNote(note);
    return head ? [{ ...head, id, note, filedAt }] : [];
  });
}

/** The newest that was signed; null before the first one. */
export async function findLastHead(on: Queryable): Promise<SignedHead | null> {
  const newest = 'WHERE id = (SELECT max(id) FROM log_tree.heads)';
  return (await listHeads(on, newest))[0] ?? null;
}
