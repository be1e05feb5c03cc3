import { setImmediate } from 'node:timers/promises';
import type { LogFinding } from '@insuremanager/contracts/integrity/integrityViews';
import { conflict } from '../errors.js';
import type { EventLog } from '../eventLog/eventLog.js';
import { readLog } from '../eventLog/readLog.js';
import { type Queryable, query } from '../postgres/postgres.js';
import { createComparison, type Difference, type PlacedHash, placeOf } from './differences.js';
import { hashOfEvent, nameOfEvent } from './leaf.js';
import { createFrontier, rootOf } from './merkle.js';
import { findLastTile, readTiles, sizeUpTo, TILE_LEAVES, type Tile } from './tiles.js';
import { parseNote, signatureCheck, type TreeHead } from './treeHead.js';

export interface LogVerification {
  /** Events of the log; those that came since the tree was extended last are not compared. */
  readonly events: number;
  readonly compared: number;
  /** Signed heads that were compared, with those that were given. */
  readonly heads: number;
  /** So many events, from the first one on, are what was signed. */
  readonly signed: number;
  /** Of all events; hexadecimal. */
  readonly root: string;
  /** 0: nothing was touched. */
  readonly differences: number;
  /** The first of them. */
  readonly findings: readonly LogFinding[];
  /** Files that were given and are no heads that the key of this log has signed; not compared. */
  readonly strangers: readonly string[];
}

const LISTED = 100;

interface Request {
  readonly on: Queryable;
  readonly eventLog: Pick<EventLog, 'subscribe' | 'head'>;
  /** Of the installation's key, or of whoever is believed instead. */
  readonly verifier: string;
  /** Notes that somebody else has kept, whatever became of ours. */
  readonly notes?: readonly GivenNote[];
  readonly onProgress?: (events: number) => void;
  readonly signal: AbortSignal;
}

interface GivenNote {
  readonly name: string;
  readonly note: string;
}

interface NamedHead extends TreeHead {
  readonly name: string;
  readonly isGiven: boolean;
}

/**
 * Reads the log from its beginning and compares it with the tree that was made of it, event by event,
 * and with every head that was signed, by ourselves or as given: also where log and tree were both
 * replaced, no head fits any more that somebody else has kept. In bounded memory.
 * @throws Refusal `verify-ended` when the signal is aborted; unavailable
 */
export async function verifyLog(request: Request): Promise<LogVerification> {
  const { heads, forged, strangers } = await headsOf(request);
  const read = await readThrough(request, heads);
  const { events, compared, root, soundUpTo, notHeld } = read;
  const named = read.differences.map((difference) => findingOf(difference, soundUpTo));
  // What somebody else has kept is not lost among what is many.
  const findings = [...read.ofGiven, ...named, ...read.ofOwn, ...read.damaged, ...forged];
  return {
    ...{ events, compared, heads: heads.length, signed: soundUpTo },
    ...{ root: root.toString('hex'), strangers },
    ...{ differences: findings.length + notHeld, findings: findings.slice(0, LISTED) },
  };
}

const CHECKED_AT_ONCE = 100;

/** Those that are signed, by size, those that were given first; others of ours are findings. */
async function headsOf({ on, verifier, notes = [] }: Request) {
  const isSigned = signatureCheck(verifier);
  const own = await query<{ signed_at: Date; note: string }>(
    on,
    'SELECT signed_at, note FROM log_tree.heads ORDER BY id',
  );
  const all = [
    ...notes.map((given) => ({ ...given, isGiven: true })),
    ...own.map(({ signed_at: at, note }) => ({ name: at.toISOString(), note, isGiven: false })),
  ];
  const heads: NamedHead[] = [];
  const forged: LogFinding[] = [];
  const strangers: string[] = [];
  for (const [nth, { name, note, isGiven }] of all.entries()) {
    const head = parseNote(note);
    if (head && isSigned(note)) heads.push({ ...head, name, isGiven });
    else if (isGiven) strangers.push(name);
    else forged.push({ problem: 'head_not_signed', where: name, was: null, is: null });
    // There may be those of years.
    if (nth % CHECKED_AT_ONCE === 0) await setImmediate();
  }
  return { heads: heads.sort((a, b) => a.size - b.size), forged, strangers };
}

async function readThrough(request: Request, heads: readonly NamedHead[]) {
  const comparison = createComparison();
  const kept = keptEvents(request.on, sizeUpTo(await findLastTile(request.on)));
  const against = compareHeads(heads);
  const damaged: LogFinding[] = [];
  let compared = 0;
  let events = 0;

  /** As many as the log has given, where there are so many. */
  const readKept = async (): Promise<void> => {
    while (comparison.keptWaiting() < comparison.foundWaiting()) {
      const { value } = await kept.next();
      if (!value) return;
      compared += value.events.length;
      damaged.push(...value.damaged);
      for (const event of value.events) comparison.addKept(event);
    }
  };

  for await (const batch of readLog(request.eventLog)) {
    if (request.signal.aborted) throw conflict('verify-ended', 'The verification was ended.');
    for (const event of batch) {
      const hash = hashOfEvent(event);
      const name = nameOfEvent(event);
      comparison.addFound({ hash: hash.toString('base64'), name, at: events });
      events += 1;
      against.add(hash, name);
    }
    await readKept();
    comparison.advance();
    request.onProgress?.(events);
  }
  // What was cut off.
  for await (const { events: rest, damaged: more } of kept) {
    compared += rest.length;
    damaged.push(...more);
    for (const event of rest) comparison.addKept(event);
  }
  comparison.advance(true);
  return { events, compared, damaged, ...against.end(), ...comparison.differences() };
}

/** The events of the tree, as many as it had when this began, and tiles that contradict themselves. */
async function* keptEvents(
  on: Queryable,
  size: number,
): AsyncGenerator<{ events: PlacedHash[]; damaged: LogFinding[] }, undefined, undefined> {
  for await (const tile of readTiles(on)) {
    const first = tile.nth * TILE_LEAVES;
    if (first >= size) return undefined;
    const events = tile.hashes.slice(0, size - first).map((hash, nth) => {
      return { hash: hash.toString('base64'), name: tile.names[nth] ?? '', at: first + nth };
    });
    yield { events, damaged: damagedRoot(tile) };
  }
  return undefined;
}

/** What its leaves lead to is what roots are signed of. */
function damagedRoot({ root, hashes, names }: Tile): LogFinding[] {
  if (!root) return [];
  const led = rootOf(hashes);
  if (led.equals(root)) return [];
  const where = `root over ${names[0]} to ${names.at(-1)}`;
  return [{ problem: 'tree_damaged', where, was: led.toString('hex'), is: root.toString('hex') }];
}

/** Compares heads while the log is read; of our own the first that does not fit stands for the rest. */
function compareHeads(heads: readonly NamedHead[]) {
  const frontier = createFrontier();
  const ofGiven: LogFinding[] = [];
  const ofOwn: LogFinding[] = [];
  let [next, size, soundUpTo] = [0, 0, 0];
  let lastName = '';

  const report = (head: NamedHead, finding: Pick<LogFinding, 'problem' | 'is'>, where: string) => {
    const was = head.root.toString('hex');
    const found = { ...finding, where: `${head.name}: ${where}`, was };
    if (head.isGiven) ofGiven.push(found);
    else if (ofOwn.length === 0) ofOwn.push(found);
  };

  const compare = (head: NamedHead): void => {
    const root = frontier.root();
    if (root.equals(head.root)) {
      // After one that does not fit nothing is sound, whatever was signed later.
      if (ofGiven.length + ofOwn.length === 0) soundUpTo = size;
      return;
    }
    const where =
      soundUpTo === size
        ? `another head over the same ${size} events fits`
        : `among events ${soundUpTo + 1} to ${size}, up to ${lastName}`;
    report(head, { problem: 'head_differs', is: root.toString('hex') }, where);
  };

  return {
    add(hash: Buffer, name: string): void {
      frontier.add(hash);
      size += 1;
      lastName = name;
      for (let head = heads[next]; head?.size === size; head = heads[next]) {
        next += 1;
        compare(head);
      }
    },

    end() {
      for (const head of heads.slice(next)) {
        const where = `signed over ${head.size} events, of which the log has ${size}`;
        report(head, { problem: 'head_beyond_log', is: null }, where);
      }
      return { ofGiven, ofOwn, soundUpTo, root: frontier.root() };
    },
  };
}

/** Where the log is what was signed, it is the tree that was changed. */
function findingOf(difference: Difference, soundUpTo: number): LogFinding {
  const was = 'was' in difference ? difference.was : null;
  const is = 'is' in difference ? difference.is : null;
  return {
    problem: placeOf(difference) < soundUpTo ? 'tree_damaged' : difference.problem,
    where: (is ?? was)?.name ?? '',
    was: was && hexadecimal(was),
    is: is && hexadecimal(is),
  };
}

const hexadecimal = ({ hash }: PlacedHash): string => Buffer.from(hash, 'base64').toString('hex');
