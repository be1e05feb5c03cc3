import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Clock } from '../clock.js';
import {
  decodeRecord,
  type EventCodec,
  type EventMetadata,
  type RecordedEvent,
  systemActor,
} from '../codec/recordedEvent.js';
import { Refusal, staleVersion } from '../errors.js';
import {
  type Appended,
  type EventLog,
  type EventToAppend,
  type Revision,
  WrongRevision,
} from '../eventLog/eventLog.js';
import { createLocalLocks } from '../locks/localLocks.js';
import type { Logger } from '../logger.js';
import { namedUuid } from '../namedUuid.js';
import type { Pool } from '../postgres/postgres.js';
import {
  type Owner,
  type Reservations,
  type UniqueValue,
  valuesAdded,
  valuesDropped,
} from '../reservations/reservations.js';
import type { Metrics } from '../telemetry/metrics.js';
import { currentTraceparent } from '../telemetry/tracing.js';
import type { Vault } from '../vault/vault.js';
import { appendWithRetry, isUnavailable } from './appendWithRetry.js';
import { canonicalJson } from './canonicalJson.js';
import type { CommandContext, CommandResult, Decider } from './command.js';
import {
  earlierResult,
  type FoldedStream,
  type LoadedStream,
  loadedStream,
  recordedEvents,
  unchangedResult,
  visibleEvents,
  withEvents,
} from './foldedStream.js';
import { announceSaves } from './peoplesSaves.js';
import { createSharedReads } from './sharedReads.js';
import { createStreamCache } from './streamCache.js';
import { type UnchangedCommand, unchangedCommands } from './unchangedCommands.js';

export interface CommandRequest<State, Command> {
  readonly stream: string;
  readonly command: Command;
  readonly context: CommandContext;
  /** All that was asked for: the same commandId with another request is refused. */
  readonly request: unknown;
  /**
   * What must hold beyond the stream: checks what was decided, and appends it while nobody else can
   * change that. Not called when nothing changes. Called for each attempt, so its checks may come
   * again; only the last one counts.
   */
  readonly guard?: Guard<State>;
}

/** `before` and `after`: the stream's state as it was read, and as it will be. */
export type Guard<State> = <Result>(
  decided: { readonly before: State; readonly after: State },
  append: () => Promise<Result>,
) => Promise<Result>;

export interface CommandRunner {
  /**
   * Loads, decides, appends. Carried out once per commandId, however often it is called.
   * @throws Refusal: what decider and guard say, `stale-version`, `<kind>-taken`,
   *   `idempotency-key-reused`, `unavailable`.
   */
  run<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    commandRequest: CommandRequest<State, Command>,
  ): Promise<CommandResult<State, Event>>;
  /** A stream's state without a command; `version` is null when there is no such stream. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
  ): Promise<{ state: State; version: number | null }>;
  /** Every event of a stream in order; empty when there is no such stream. */
  readHistory<Event extends DomainEvent>(stream: string): Promise<RecordedEvent<Event>[]>;
  /** Of many streams at once, which are short: each is there, empty when there is no such stream. */
  readHistories(streams: readonly string[]): Promise<ReadonlyMap<string, readonly RecordedEvent[]>>;
  /** Appends without a decision, for audit trails that nobody decides on. */
  record(
    stream: string,
    events: readonly DomainEvent[],
    context: CommandContext,
  ): Promise<Appended>;
  /** What the folded streams in memory take, in bytes, as estimated. */
  cachedBytes(): number;
  /** Of what people ask for in this process, one record at a time. */
  lastSave(): LastSave;
}

export interface LastSave {
  /** Milliseconds since one was under way; 0 while one is, Infinity before the first. */
  readonly since: number;
  /** How long the last one took, in milliseconds. */
  readonly took: number;
}

interface Parts {
  pool: Pool;
  eventLog: EventLog;
  codec: EventCodec;
  vault: Pick<Vault, 'fingerprint' | 'loadKeys' | 'isDestroyed' | 'onDestroyed'>;
  clock: Clock;
  reservations: Reservations;
  /** Streams that take more are not kept in memory; as many bytes as usual when left out. */
  maxBytesOfStream?: number;
  logger: Logger;
  metrics: Metrics;
}

/**
 * Attempts that a command without a user's version gets, with pauses that add up to about a second.
 */
const MAX_ATTEMPTS = 25;
const LONGEST_PAUSE_MS = 80;
/** Histories that are read at once: some are long, and each is decoded as a whole. */
const MOST_HISTORIES = 4;

export function createCommandRunner(parts: Parts): CommandRunner {
  const { eventLog, codec, vault, clock, reservations, logger } = parts;
  // Commands on one stream do not beat each other to it within this process. That is all it is for:
  // what two processes write is kept apart by the expected revision.
  const withLocalLock = createLocalLocks();
  const unchanged = unchangedCommands(parts.pool);
  const streams = createStreamCache(parts);
  const loadOnce = createSharedReads();
  const readOnce = createSharedReads({ most: MOST_HISTORIES });
  const saves = createSaves(announceSaves(parts));

  const loadStream = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
  ): Promise<LoadedStream<State, Event>> => {
    const [stored] = await Promise.all([
      eventLog.readStream(stream),
      vault.loadKeys(decider.isSubject ? [stream] : []),
    ]);
    const loaded = loadedStream(decider, await decodeRecord(codec, stored), codec);
    streams.put(stream, decider, loaded.folded);
    return loaded;
  };

  const metadataOf = (context: CommandContext, commandDigest: string): Metadata => {
    const traceparent = currentTraceparent();
    return {
      commandId: context.commandId,
      commandDigest,
      actor: context.actor,
      correlationId: context.correlationId,
      occurredAt: clock.now().toISOString(),
      ...(context.batchId && { batchId: context.batchId }),
      ...(context.ofImport && { ofImport: context.ofImport }),
      ...(traceparent && { traceparent }),
    };
  };

  const digestOf = (request: unknown): string =>
    vault.fingerprint('command', canonicalJson(request));

  const release = async (
    values: readonly UniqueValue[],
    owner: Owner,
    metadata: Metadata,
  ): Promise<void> => {
    try {
      await reservations.release(values, { owner, metadata });
    } catch (error) {
      // The command stands. Whoever wants the value next takes it over.
      const { correlationId } = metadata;
      logger.warn({ correlationId, stream: owner.stream }, 'A value could not be released', error);
    }
  };

  /** What is recorded of a command that changed nothing, if it was this one. */
  const findUnchanged = async (
    { commandId, expectedVersion }: CommandContext,
    stream: string,
  ): Promise<UnchangedCommand | null> =>
    // Only one without a version could, sent again, undo what others did meanwhile.
    expectedVersion === undefined ? unchanged.find(commandId, stream) : null;

  /** Decides on a stream as it is. No events: nothing changes. @throws Refusal */
  const decided = <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    { command, context }: CommandRequest<State, Command>,
    { state, version }: FoldedStream<State>,
  ): Event[] => {
    const { versionOf } = decider;
    refuseStale(context, versionOf ? versionOf(command, state) : revisionSeen(version));
    return decider.decide(command, state);
  };

  /**
   * Decides on what this process remembers of the stream, without a read. Somebody else may have
   * written to it since, which only an append finds out. So that is the only outcome that counts:
   * null stands for all others, which are found out again by an attempt that reads.
   * @throws Refusal `unavailable`
   */
  const attemptCached = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    commandRequest: CommandRequest<State, Command>,
    digest: string,
  ): Promise<CommandResult<State, Event> | null> => {
    const { stream, context } = commandRequest;
    const folded = await streams.find(stream, decider);
    if (!folded || folded.commandIds.has(context.commandId)) return null;
    try {
      if (await findUnchanged(context, stream)) return null;
      const events = decided(decider, commandRequest, folded);
      if (events.length === 0) return null;
      const metadata = metadataOf(context, digest);
      const plan = await planned(decider, stream, { folded, events, metadata });
      // What is reserved for a command that is refused in the end, others could not have for a while.
      if (plan.added.length > 0) return null;
      return await write(decider, commandRequest, plan);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      streams.forget(stream);
      return null;
    }
  };

  /** One attempt. @throws WrongRevision when somebody else wrote to the stream meanwhile. */
  const attempt = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    commandRequest: CommandRequest<State, Command>,
    digest: string,
  ): Promise<CommandResult<State, Event>> => {
    const { stream, context } = commandRequest;
    const { commandId, expectedVersion } = context;
    const loaded = await loadStream(decider, stream);
    const earlier = earlierResult(decider, loaded, commandId, digest);
    if (earlier) return earlier;

    const { folded } = loaded;
    const recorded = folded.revision === null ? null : await findUnchanged(context, stream);
    if (recorded) return unchangedResult(decider, loaded, recorded, digest);

    const events = decided(decider, commandRequest, folded);
    if (events.length === 0) {
      const version = revisionSeen(folded.version) ?? NO_REVISION;
      if (expectedVersion === undefined && folded.revision !== null) {
        await unchanged.record({ commandId, stream, commandDigest: digest, version });
      }
      return { ...nothingWritten, state: folded.state, version };
    }
    const metadata = metadataOf(context, digest);
    const plan = await planned(decider, stream, { folded, events, metadata });
    return write(decider, commandRequest, plan);
  };

  /** What becomes of a stream as it was found by what was decided on it. */
  const planned = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    { folded, events, metadata }: Decision<State, Event>,
  ): Promise<Plan<State, Event>> => {
    // By ids of its own: the server must not take the append for that of another process which
    // carries out the same command. It takes one that is sent again for the same.
    const toAppend = await Promise.all(
      events.map((event) => codec.encode(event, randomUUID(), metadata)),
    );
    const recorded = recordedEvents(stream, events, toAppend, folded.revision);
    const { events: written, characters } = recorded;
    const after = withEvents(decider, folded, written, codec, characters);
    const owner = ownerAt(decider, stream, folded);
    const owned = ownerAt(decider, stream, after).values;
    return {
      ...{ before: folded, after, metadata, toAppend, written, owner },
      added: valuesAdded(owner.values, owned),
      dropped: valuesDropped(owner.values, owned),
    };
  };

  /** Appends what is planned, once its new values are reserved. */
  const write = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    { stream, guard, context }: CommandRequest<State, Command>,
    { before, after, metadata, toAppend, written, owner, added, dropped }: Plan<State, Event>,
  ): Promise<CommandResult<State, Event>> => {
    const loadOwner = async (of: string) =>
      ownerAt(decider, of, (await loadStream(decider, of)).folded);
    const append = async (): Promise<Appended> => {
      await reservations.reserve(added, { owner, metadata, loadOwner });
      return appendWithRetry(eventLog, stream, before.revision ?? 'no-stream', toAppend);
    };
    const { revision, position } = guard
      ? await guard({ before: before.state, after: after.state }, append)
      : await append();
    // Nobody is at work on what an import writes: it would push out what people are at.
    streams.put(stream, decider, after, !context.ofImport);
    await release(dropped, owner, metadata);
    return {
      state: after.state,
      version: Number(revision),
      events: written.map((event) => ({ ...event, position })),
      position,
      repeated: false,
    };
  };

  /**
   * Tries again after a lost race. Each attempt reads first, and so finds out whether the one
   * before has been carried out after all, or whether the version that the user saw is stale by
   * now.
   */
  const attempts = async <State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    commandRequest: CommandRequest<State, Command>,
  ): Promise<CommandResult<State, Event>> => {
    const digest = digestOf(commandRequest.request);
    const written = await attemptCached(decider, commandRequest, digest);
    if (written) return written;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(decider, commandRequest, digest);
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error;
        if (tried >= MAX_ATTEMPTS) throw crowded(error);
        await pause(Math.random() * Math.min(2 ** tried, LONGEST_PAUSE_MS));
      }
    }
  };

  return {
    run: (decider, commandRequest) =>
      withLocalLock(commandRequest.stream, () =>
        saves.during(commandRequest.context, () => attempts(decider, commandRequest)),
      ),

    async load(decider, stream) {
      const { folded } = await loadOnce(stream, () => loadStream(decider, stream));
      return { state: folded.state, version: revisionSeen(folded.version) };
    },

    readHistory: <Event extends DomainEvent>(stream: string) =>
      readOnce(stream, async () =>
        visibleEvents<Event>(await decodeRecord(codec, await eventLog.readStream(stream))),
      ),

    async readHistories(streams) {
      const stored = await Promise.all(streams.map((stream) => eventLog.readStream(stream)));
      const events = visibleEvents(await decodeRecord(codec, stored.flat()));
      const found = new Map<string, RecordedEvent[]>(streams.map((stream) => [stream, []]));
      for (const event of events) found.get(event.stream)?.push(event);
      return found;
    },

    async record(stream, events, context) {
      const metadata = metadataOf(context, digestOf(events));
      const { commandId, commandDigest } = metadata;
      const toAppend = events.map((event, index) => {
        // The server knows it by this when it comes again.
        const id = namedUuid('event', commandId, commandDigest, stream, index);
        return codec.encode(event, id, metadata);
      });
      return eventLog.append(stream, 'any', await Promise.all(toAppend));
    },

    cachedBytes: streams.bytes,
    lastSave: saves.last,
  };
}

/** When people saved last: not the calendar, and not a bulk change. */
function createSaves(announce: () => void) {
  let underWay = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let took = 0;
  return {
    async during<Result>(
      { actor, batchId }: CommandContext,
      command: () => Promise<Result>,
    ): Promise<Result> {
      if (batchId !== undefined || actor.userId === systemActor.userId) return command();
      const begunAt = performance.now();
      underWay += 1;
      announce();
      try {
        return await command();
      } finally {
        underWay -= 1;
        lastAt = performance.now();
        took = lastAt - begunAt;
      }
    },
    last: (): LastSave => ({ since: underWay > 0 ? 0 : performance.now() - lastAt, took }),
  };
}

type Metadata = Omit<EventMetadata, 'schemaVersion'>;

interface Decision<State, Event extends DomainEvent> {
  readonly folded: FoldedStream<State>;
  readonly events: readonly Event[];
  readonly metadata: Metadata;
}

interface Plan<State, Event extends DomainEvent> {
  readonly before: FoldedStream<State>;
  readonly after: FoldedStream<State>;
  readonly metadata: Metadata;
  readonly toAppend: readonly EventToAppend[];
  readonly written: readonly RecordedEvent<Event>[];
  readonly owner: Owner;
  readonly added: readonly UniqueValue[];
  readonly dropped: readonly UniqueValue[];
}

const ownerAt = <State>(
  { uniqueValues }: Pick<Decider<State, never, DomainEvent>, 'uniqueValues'>,
  stream: string,
  { state, revision, commandIds }: FoldedStream<State>,
): Owner => ({ stream, revision, commandIds, values: uniqueValues?.(state) ?? [] });

const nothingWritten = { events: [], position: null, repeated: false } as const;

/** A version as people see it; null when there is none. */
const revisionSeen = (version: Revision | null): number | null =>
  version === null ? null : Number(version);

/** A stream without events has no version; a new record's views begin at 0. */
const NO_REVISION = -1;

function refuseStale({ expectedVersion }: CommandContext, version: number | null): void {
  if (expectedVersion === undefined || version === null) return;
  if (expectedVersion !== version) throw staleVersion(version);
}

const crowded = (cause: unknown) =>
  new Refusal('conflict', {
    code: 'record-contested',
    message: 'Too many changes to this record at the same moment. Please try again.',
    retryAfterSeconds: 1,
    cause,
  });
