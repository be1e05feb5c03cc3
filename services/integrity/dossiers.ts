import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { DossierMade, userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import { DOSSIER_FORMAT, type Dossier } from '@insuremanager/contracts/integrity/dossier';
import { conflict, notFound, Refusal } from '../platform/errors.js';
import type { StoredEvent } from '../platform/eventLog/eventLog.js';
import {
  findHeadOver,
  findLastHead,
  type Inclusion,
  inclusionsOf,
  LogChanged,
  type LogTree,
} from '../platform/logTree/logTree.js';
import { kindIn, type OwnedPart } from '../platform/ownedRecords.js';
import type { Platform } from '../platform/platform.js';
import type { Integrity } from './integrity.js';

const HOUR = 3600;
const DOSSIERS_PER_HOUR = 60;

interface Parts extends Pick<Platform, 'pool' | 'eventLog' | 'commands' | 'limits' | 'clock'> {
  readonly logTree: LogTree;
  readonly signal: AbortSignal;
  readonly kinds: OwnedPart;
}

/** Makes dossiers: every event of a record, with the proof that it is in the log as it was signed. */
export function createDossiers(parts: Parts): Integrity['dossier'] {
  const { pool, eventLog, commands, limits, clock, logTree, signal, kinds } = parts;
  const spendOne = limits.limit({
    name: 'dossier',
    things: 'dossiers',
    most: DOSSIERS_PER_HOUR,
    seconds: HOUR,
  });

  /** The head over so many events; else the newest, signed now where that does not cover all. */
  const headFor = async (events: readonly StoredEvent[], size: number | undefined) => {
    await logTree.extend(signal);
    if (size !== undefined) {
      const head = await findHeadOver(pool, size);
      if (!head) throw noSuchHead(size);
      return { head, inclusions: await inclusionsOf(pool, events, head) };
    }
    const last = await findLastHead(pool);
    const byLast = last ? await inclusionsOf(pool, events, last) : [];
    if (last && byLast.length === events.length) return { head: last, inclusions: byLast };
    const head = await logTree.sign(clock.now());
    if (!head) throw new Error('There are events and no tree over them');
    return { head, inclusions: await inclusionsOf(pool, events, head) };
  };

  const provenEvents = async (
    events: readonly StoredEvent[],
    size: number | undefined,
  ): Promise<Omit<Dossier, 'stream' | 'madeBy'>> => {
    try {
      const { head, inclusions } = await headFor(events, size);
      return {
        format: DOSSIER_FORMAT,
        madeAt: clock.now().toISOString(),
        key: (await logTree.key()).verifier,
        head: head.note,
        events: inclusions.map((inclusion, nth) =>
          provenEvent(events[nth] as StoredEvent, inclusion),
        ),
      };
    } catch (error) {
      if (error instanceof LogChanged) throw logChanged(error);
      throw error;
    }
  };

  return async ({ record, id, events: size }, context) => {
    const { userId, username } = context.actor;
    await spendOne(userId);
    const stream = record === 'customer' ? customerStream(id) : kindIn(kinds, record).streamOf(id);
    const events = await eventLog.readStream(stream);
    if (events.length === 0) throw notFound(record, id);
    const proven = await provenEvents(events, size);
    const made = DossierMade({ userId, record, recordId: id });
    // Each answer is an entry of its own.
    const command = { ...context, commandId: randomUUID() };
    await commands.record(userAccessStream(userId), [made], command);
    return { ...proven, stream, madeBy: username };
  };
}

function provenEvent(event: StoredEvent, { index, path }: Inclusion): Dossier['events'][number] {
  const { id, stream, revision, type } = event;
  const data = event.data as Record<string, unknown>;
  const metadata = event.metadata as Record<string, unknown>;
  return {
    index,
    path: path.map((hash) => hash.toString('base64')),
    event: { id, stream, revision: revision.toString(), type, data, metadata },
  };
}

const logChanged = ({ message }: LogChanged) =>
  conflict(
    'log-changed',
    `The log is not what it was when it was signed. Verify the log, and keep this message: ${message}`,
  );

const noSuchHead = (size: number) =>
  new Refusal('not-found', {
    code: 'signed-head-not-found',
    message: `No head was signed over ${size} events. Take the number from a head that you have kept.`,
  });
