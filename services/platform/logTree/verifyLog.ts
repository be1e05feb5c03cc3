import type { LogFinding } from '@insuremanager/contracts/integrity/integrityViews';
import { conflict } from '../errors.js';
import type { EventLog } from '../eventLog/eventLog.js';
import { readLog } from '../eventLog/readLog.js';
import type { Queryable } from '../postgres/postgres.js';
import { differencesOf, type NamedHash } from './differences.js';
import { hashOfEvent, nameOfEvent } from './leaf.js';
import { listHeads } from './logTree.js';
import { createFrontier } from './merkle.js';
import { type Leaf, readTiles } from './tiles.js';
import { isSignedBy, parseNote, type TreeHead } from './treeHead.js';

export interface LogVerification {
  /** Events of the log; those that came since the tree was extended last are not compared. */
  readonly events: number;
  readonly compared: number;
  /** Signed heads that were compared, with those that were given. */
  readonly heads: number;
  /** Of all events; hexadecimal. */
  readonly root: string;
  /** 0: nothing was touched. */
  readonly differences: number;
  /** The first of them. */
  readonly findings: readonly LogFinding[];
}

const LISTED = 100;

interface Request {
  readonly on: Queryable;
  readonly eventLog: Pick<EventLog, 'subscribe' | 'head'>;
  /** Of the installation's key, or of whoever is believed instead. */
  readonly verifier: string;
  /** Notes that somebody else has kept, whatever became of ours. */
  readonly notes?: readonly { readonly name: string; readonly note: string }[];
  readonly onProgress?: (events: number) => void;
  readonly signal: AbortSignal;
}

interface NamedHead extends TreeHead {
  readonly name: string;
}

/**
 * Reads the log from its beginning and compares it with the tree that was made of it, event by event,
 * and with every head that was signed, by ourselves or as given: also where log and tree were both
 * replaced, no head fits any more that somebody else has kept.
 * @throws Refusal `verify-ended` when the signal is aborted; unavailable
 */
export async function verifyLog(request: Request): Promise<LogVerification> {
  const { heads, forged } = await headsOf(request);
  const read = await readThrough(request, heads);
  const { events, compared, root, firstDifference: from, soundUpTo } = read;
  const named = from === null ? [] : await nameDifferences(request, { from, soundUpTo });
  const findings = [...named, ...read.findings, ...forged];
  return {
    ...{ events, compared, heads: heads.length, root: root.toString('hex') },
    ...{ differences: findings.length, findings: findings.slice(0, LISTED) },
  };
}

/** Those that are signed, by size; what is not is a finding. */
async function headsOf({ on, verifier, notes = [] }: Request) {
  const forged: LogFinding[] = [];
  const heads: NamedHead[] = [];
  const own = (await listHeads(on)).map(({ note, at }) => ({ note, name: at.toISOString() }));
  for (const { name, note } of [...own, ...notes]) {
    const head = parseNote(note);
    if (head && isSignedBy(note, verifier)) heads.push({ ...head, name });
    else forged.push({ problem: 'head_not_signed', where: name, was: null, is: null });
  }
  return { heads: heads.sort((a, b) => a.size - b.size), forged };
}

async function readThrough(request: Request, heads: readonly NamedHead[]) {
  const findings: LogFinding[] = [];
  const leaves = leavesOf(request.on);
  const frontier = createFrontier();
  let [events, compared] = [0, 0];
  let firstDifference: number | null = null;
  /** The last head that fits: up to there the log is what was signed. */
  let soundUpTo = 0;
  let lastName = '';
  let nextHead = 0;

  const compareHeads = (): void => {
    for (let head = heads[nextHead]; head?.size === events; head = heads[nextHead]) {
      nextHead += 1;
      const root = frontier.root();
      if (root.equals(head.root)) {
        soundUpTo = events;
        continue;
      }
      const [was, is] = [head.root.toString('hex'), root.toString('hex')];
      const where = `${head.name}: among events ${soundUpTo + 1} to ${events}, up to ${lastName}`;
      findings.push({ problem: 'head_differs', where, was, is });
    }
  };

  for await (const batch of readLog(request.eventLog)) {
    if (request.signal.aborted) throw conflict('verify-ended', 'The verification was ended.');
    for (const event of batch) {
      const hash = hashOfEvent(event);
      const { value: leaf } = await leaves.next();
      if (leaf) compared += 1;
      if (leaf && !leaf.hash.equals(hash)) firstDifference ??= events;
      frontier.add(hash);
      events += 1;
      lastName = nameOfEvent(event);
      compareHeads();
    }
    request.onProgress?.(events);
  }
  if (!(await leaves.next()).done) firstDifference ??= events;
  for (const { name, size, root } of heads.slice(nextHead)) {
    const where = `${name}: signed over ${size} events, of which the log has ${events}`;
    findings.push({ problem: 'head_beyond_log', where, was: root.toString('hex'), is: null });
  }
  return { events, compared, firstDifference, soundUpTo, root: frontier.root(), findings };
}

async function* leavesOf(on: Queryable): AsyncGenerator<Leaf, undefined, undefined> {
  for await (const { hashes, names } of readTiles(on)) {
    for (const [at, hash] of hashes.entries()) yield { hash, name: names[at] ?? '' };
  }
  return undefined;
}

/** An event with where it stands, in the tree or in the log. */
interface PlacedHash extends NamedHash {
  readonly at: number;
}

/**
 * What became of each event from the first difference on. Where the log is what was signed later, it
 * is the tree that was changed.
 */
async function nameDifferences(
  { on, eventLog, signal }: Request,
  { from, soundUpTo }: { from: number; soundUpTo: number },
): Promise<LogFinding[]> {
  const placed = ({ hash, name }: Leaf, at: number): PlacedHash => {
    return { hash: hash.toString('base64'), name, at };
  };
  const kept: PlacedHash[] = [];
  let at = 0;
  for await (const leaf of leavesOf(on)) {
    if (at >= from) kept.push(placed(leaf, at));
    at += 1;
  }
  const found: PlacedHash[] = [];
  at = 0;
  for await (const batch of readLog(eventLog)) {
    if (signal.aborted) throw conflict('verify-ended', 'The verification was ended.');
    for (const event of batch) {
      if (at >= from)
        found.push(placed({ hash: hashOfEvent(event), name: nameOfEvent(event) }, at));
      at += 1;
    }
  }
  return differencesOf(kept, found).map((difference) => {
    const was = 'was' in difference ? difference.was : null;
    const is = 'is' in difference ? difference.is : null;
    const { name, at: place } = (is ?? was) as PlacedHash;
    return {
      problem: place < soundUpTo ? 'tree_damaged' : difference.problem,
      where: name,
      was: was && hexadecimal(was),
      is: is && hexadecimal(is),
    };
  });
}

const hexadecimal = ({ hash }: NamedHash): string => Buffer.from(hash, 'base64').toString('hex');
