import { randomUUID } from 'node:crypto';
import {
  type CustomerAccessEvent,
  customerAccessStream,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { HistoryEntry, PastMoment } from '@insuremanager/contracts/history';
import {
  RawEventsRead,
  RecordReplayed,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  DELETIONS_SEARCHED,
  type DeletedRecord,
  type FoundRecord,
  type KycPeriod,
  type LeadsTo,
  MOST_FOUND,
  MOST_MOVED,
  MOST_RAW_EVENTS,
  REPLAYED_RECORDS,
  type ReplayEvent,
  type ReplayedMerge,
  type ReplayedRecord,
  type ReplayRef,
} from '@insuremanager/contracts/replay/replayViews';
import { LARGEST_ID } from '@insuremanager/contracts/rules/ids';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Audit } from '../audit/index.js';
import type { Customers } from '../customers/index.js';
import type { Erasures } from '../erasures/index.js';
import { usernamesOf } from '../identity/index.js';
import { type RecordedEvent, UndecodableEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { notFound, Refusal } from '../platform/errors.js';
import { formatPosition, type StoredEvent } from '../platform/eventLog/eventLog.js';
import { hashOfEvent } from '../platform/logTree/leaf.js';
import type { OwnedPart, OwnedService } from '../platform/ownedRecords.js';
import type { Platform } from '../platform/platform.js';
import { kycPeriods } from './kycPeriods.js';
import { nameFieldOf, ownersIn, pastFields } from './replayedFields.js';
import type { DecodedEvent, Replays } from './replays.js';

/** The records that are replayed, with their capabilities, and what is known of deletions. */
export interface ReplayDependencies extends OwnedPart {
  readonly customers: Pick<Customers, 'history' | 'besideNow'>;
  readonly erasures: Pick<Erasures, 'recordsFiledUnder'>;
  /** Opened after the replay. */
  readonly audit: Pick<Audit, 'list'>;
}

type CustomerEvents = readonly RecordedEvent<CustomerEvent>[];
type Parts = Pick<Platform, 'commands' | 'eventLog' | 'codec' | 'limits'>;

/** A kind of record, as its capability serves it. */
interface ReplayedKind extends Pick<OwnedService, 'history' | 'besideNow'> {
  streamOf(id: number): string;
}

const HOUR = 3600;
/** Whoever steps through a history opens many. */
const RAW_EVENTS_PER_HOUR = 600;

/** Before the first event of any record: of it only what it is now is wanted. */
const BEFORE_ALL: PastMoment = { revision: -1 };

export function createReplays(platform: Parts, others: ReplayDependencies): Replays {
  const { commands, eventLog, codec, limits } = platform;
  const usernames = usernamesOf(platform);
  const kinds = replayedKinds(others);
  const spendOne = limits.limit({
    name: 'raw events',
    things: 'raw events',
    most: RAW_EVENTS_PER_HOUR,
    seconds: HOUR,
  });

  /** Before each answer, and anew each time. */
  const record = async (
    { actor, ...context }: CommandContext,
    event: (userId: number) => ReturnType<typeof RecordReplayed | typeof RawEventsRead>,
  ): Promise<void> => {
    const command = { ...context, actor, commandId: randomUUID() };
    await commands.record(userAccessStream(actor.userId), [event(actor.userId)], command);
  };

  const nameIn = (of: ReplayRef, view: object | null): string =>
    String((view as Record<string, unknown> | null)?.[nameFieldOf(of.record)] ?? labelOf(of));

  /** A record as it is, or was when it was deleted; null: there never was one. */
  const lastKnown = async ({ record: kind, id }: ReplayRef) => {
    const { now, lastKnown: view } = await kinds[kind].besideNow(id, BEFORE_ALL);
    return view && { view, isDeleted: now === null };
  };

  /** The same for a list: one that cannot be read goes by its number. Null: there never was one. */
  const listedAs = async (of: ReplayRef): Promise<FoundRecord | null> => {
    const detail = labelOf(of);
    try {
      const known = await lastKnown(of);
      return known && { ...of, name: nameIn(of, known.view), detail, isDeleted: known.isDeleted };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'record-unreadable')) throw error;
      return { ...of, name: detail, detail: 'Cannot be read', isDeleted: false };
    }
  };

  const nameOfDocument = async (id: number | null): Promise<string | null> =>
    id === null ? null : ((await listedAs({ record: 'document', id }))?.name ?? null);

  const kycOf = (events: CustomerEvents): Promise<KycPeriod[]> =>
    Promise.all(
      kycPeriods(events).map(async (period) => ({
        ...period,
        documentName: await nameOfDocument(period.documentId),
      })),
    );

  const nameOfCustomer = async (id: number): Promise<string> =>
    (await listedAs({ record: 'customer', id }))?.name ?? labelOf({ record: 'customer', id });

  const leadsToOf = async (events: CustomerEvents): Promise<LeadsTo | null> => {
    const last = events.findLast(
      ({ type }) => type === 'CustomerMerged' || type === 'CustomerMergeUndone',
    );
    if (last?.type !== 'CustomerMerged') return null;
    const { intoId: customerId } = last.data;
    const name = await nameOfCustomer(customerId);
    return { customerId, name, at: last.at.toISOString(), by: last.metadata.actor.username };
  };

  /** What stood under the number of a customer when an event of their merge happened. */
  const movedBy = async (customerId: number, event: CustomerEvents[number]) => {
    const refs = await others.erasures.recordsFiledUnder(customerId, event.at);
    const records = await Promise.all(refs.slice(0, MOST_MOVED).map(listedAs));
    return {
      ...{ at: event.at.toISOString(), by: event.metadata.actor.username, count: refs.length },
      records: records.filter((one) => one !== null),
    };
  };

  const mergesOf = (events: CustomerEvents): Promise<ReplayedMerge[]> =>
    Promise.all(
      events.flatMap((event, nth) => {
        if (event.type !== 'DuplicateMerged') return [];
        const { duplicateId } = event.data;
        const undoing = events
          .slice(nth)
          .find(
            ({ type, data }) => type === 'DuplicateSeparated' && data.duplicateId === duplicateId,
          );
        return (async () => ({
          customerId: duplicateId,
          name: await nameOfCustomer(duplicateId),
          merged: await movedBy(duplicateId, event),
          undone: undoing ? await movedBy(duplicateId, undoing) : null,
        }))();
      }),
    );

  /** Deleted ones that the audit log names, the newest first. */
  const deleted: Replays['deleted'] = async (limit) => {
    const { items } = await others.audit.list({
      ...{ filter: { kinds: ['deletion'] }, sort: 'time', direction: 'desc', limit },
    });
    const found = await Promise.all(
      items.map(async ({ recordKind, recordId, at, actor }): Promise<DeletedRecord | null> => {
        if (recordId === null || !isReplayed(recordKind)) return null;
        const of = { record: recordKind, id: recordId };
        return { ...of, name: (await listedAs(of))?.name ?? labelOf(of), at, actor };
      }),
    );
    return uniqueRecords(found.filter((one) => one !== null));
  };

  return {
    async replay(of, context) {
      const { record: kind, id } = of;
      // Before the streams are read: those then hold all that it tells of.
      const history = await kinds[kind].history(id);
      await record(context, (userId) => RecordReplayed({ userId, record: kind, recordId: id }));
      const stream = kinds[kind].streamOf(id);
      const [stored, looks, known] = await Promise.all([
        eventLog.readStream(stream),
        kind === 'customer' ? eventLog.readStream(customerAccessStream(id)) : [],
        lastKnown(of),
      ]);
      const own =
        kind === 'customer' ? await commands.readHistory<CustomerEvent>(customerStream(id)) : [];
      return {
        ...of,
        name: nameIn(of, known?.view ?? null),
        policyKind: kind === 'policy' && known ? (known.view as PolicyView).kind : null,
        stream,
        isDeleted: known?.isDeleted ?? true,
        events: placed(history, stored, looks),
        kyc: await kycOf(own),
        leadsTo: await leadsToOf(own),
        merges: await mergesOf(own),
      };
    },

    async asOf({ record: kind, id }, moment) {
      const { revision, past, now, lastKnown } = await kinds[kind].besideNow(id, moment);
      if (!lastKnown) throw notFound(kind, id);
      const owners = await usernames(ownersIn(past, lastKnown));
      return {
        revision,
        exists: past !== null,
        existsNow: now !== null,
        fields: pastFields(kind, past, lastKnown, owners),
      };
    },

    async rawEvents({ record: kind, id, isAccess, from, count }, context) {
      await spendOne(context.actor.userId);
      const stream =
        isAccess && kind === 'customer' ? customerAccessStream(id) : kinds[kind].streamOf(id);
      const maxCount = Math.min(Math.max(count, 1), MOST_RAW_EVENTS);
      // One more says whether there is a following page.
      const found = await eventLog.readStream(stream, {
        from: BigInt(from),
        maxCount: maxCount + 1,
      });
      const events = found.slice(0, maxCount);
      const [first, last] = [events[0], events.at(-1)];
      if (!first || !last) throw notFound(kind, id);
      const [firstRevision, lastRevision] = [Number(first.revision), Number(last.revision)];
      await record(context, (userId) =>
        RawEventsRead({
          ...{ userId, record: kind, recordId: id },
          ...{ first: firstRevision, last: lastRevision },
        }),
      );
      return {
        items: await Promise.all(events.map((event) => decoded(event))),
        nextFrom: found.length > maxCount ? lastRevision + 1 : null,
      };
    },

    async find(text) {
      const numbered = await Promise.all(numberedIn(text).map(listedAs));
      const key = searchKey(text);
      const named = (await deleted(DELETIONS_SEARCHED))
        .filter(({ name }) => key !== '' && searchKey(name).includes(key))
        .map((of) => ({ ...foundOf(of), isDeleted: true }));
      return uniqueRecords([...numbered.filter((one) => one !== null), ...named]).slice(
        0,
        MOST_FOUND,
      );
    },

    deleted,
  };

  async function decoded(event: StoredEvent): Promise<DecodedEvent> {
    const { id: eventId, type, stream, revision, position, data, metadata } = event;
    const { schemaVersion } = metadata as { schemaVersion?: unknown };
    const raw = {
      ...{ eventId, type, stream, revision: Number(revision) },
      position: formatPosition(position),
      storedAt: event.storedAt.toISOString(),
      schemaVersion: typeof schemaVersion === 'number' ? schemaVersion : null,
      hash: hashOfEvent(event).toString('hex'),
      stored: JSON.stringify({ data, metadata }, null, 2),
    };
    try {
      const [read] = await codec.decode([event]);
      return { ...raw, data: (read?.data ?? null) as object | null, problem: null };
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error;
      return { ...raw, data: null, problem: error.message };
    }
  }
}

const replayedKinds = (others: ReplayDependencies) =>
  Object.fromEntries([
    ['customer', { ...others.customers, streamOf: customerStream }],
    ...others.owned.map(({ kind, streamOf, serviceIn }): [string, ReplayedKind] => [
      kind,
      {
        streamOf,
        // Some are there only once all are open.
        history: (id) => serviceIn(others).history(id),
        besideNow: (id, moment) => serviceIn(others).besideNow(id, moment),
      },
    ]),
  ]) as Readonly<Record<ReplayedRecord, ReplayedKind>>;

/**
 * Entries of a history with where their events stand in the log; `looks` are told among them. What is
 * told of another customer’s stream is left to that one’s replay.
 */
function placed(
  history: readonly HistoryEntry[],
  stored: readonly StoredEvent[],
  looks: readonly StoredEvent[],
): ReplayEvent[] {
  const byRevision = new Map(stored.map((event) => [Number(event.revision), event]));
  const waiting = [...looks];
  const own = history.filter(({ type, at, version }) => {
    const event = byRevision.get(version);
    const { occurredAt } = (event?.metadata ?? {}) as Record<string, string>;
    const isOwn = event?.type === type && occurredAt === at;
    return isOwn || !OF_PAIRS.has(type);
  });
  return own.map((entry) => {
    const isAccess = LOOKS.has(entry.type);
    const event = isAccess ? waiting.shift() : byRevision.get(entry.version);
    if (!event) throw new Error(`A history tells of ${entry.type}, which is in no stream`);
    const { commandId, correlationId } = event.metadata as Record<string, string>;
    return {
      ...entry,
      isAccess,
      revision: Number(event.revision),
      position: formatPosition(event.position),
      commandId: String(commandId),
      correlationId: String(correlationId),
    };
  });
}

/** Told in the histories of two customers, and written in the stream of one. */
const OF_PAIRS: ReadonlySet<string> = new Set<CustomerEvent['type']>([
  'CustomersMarkedDistinct',
  'CustomersMarkedDistinctUndone',
]);

/** Told in a customer's history, and written elsewhere. */
const LOOKS: ReadonlySet<string> = new Set<CustomerAccessEvent['type']>([
  'CustomerIdentityNumberRevealed',
  'DeletedCustomerFileOpened',
  'HeldDataReported',
]);

const isReplayed = (kind: string | null): kind is ReplayedRecord =>
  REPLAYED_RECORDS.some((one) => one === kind);

/** Such as `Policy 800`. */
const labelOf = ({ record, id }: ReplayRef): string =>
  `${record.charAt(0).toUpperCase()}${record.slice(1)} ${id}`;

const foundOf = ({ record, id, name }: DeletedRecord) => ({
  ...{ record, id, name },
  detail: labelOf({ record, id }),
});

/** Each record once, where it comes first. */
function uniqueRecords<Of extends ReplayRef>(records: readonly Of[]): Of[] {
  const seen = new Set<string>();
  return records.filter((of) => {
    const key = labelOf(of);
    return !seen.has(key) && seen.add(key);
  });
}

const NUMBERED = new RegExp(`^#?(?:(${REPLAYED_RECORDS.join('|')})[\\s#-]*)?(\\d{1,10})$`, 'i');

/** The records that a text may name by their number: of one kind, or of each. */
function numberedIn(text: string): ReplayRef[] {
  const [, kind, digits] = NUMBERED.exec(text.trim()) ?? [];
  const id = Number(digits);
  if (!digits || id < 1 || id > LARGEST_ID) return [];
  const wanted = REPLAYED_RECORDS.filter((one) => !kind || one === kind.toLowerCase());
  return wanted.map((record) => ({ record, id }));
}
