import {
  ClaimAbandoned,
  type ClaimEvent,
  NameClaimed,
  NameReleased,
} from '@insuremanager/contracts/claims/claimEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Clock } from '../clock.js';
import type { EventCodec, EventMetadata, RecordedEvent } from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import { type EventLog, type ExpectedRevision, WrongRevision } from '../eventLog/eventLog.js';
import { namedUuid } from '../namedUuid.js';
import type { Vault } from '../vault/vault.js';
import {
  type ClaimedName,
  claimedName,
  type Holder,
  isPlatformEvent,
  lastAbandoned,
} from './claimedName.js';

/** A value that must be one record's alone, such as a username. */
export interface Name {
  /** What it is, in camelCase: `username`, `policyNumber`. */
  readonly thing: string;
  /** In its normal form: values that mean the same are the same text. */
  readonly value: string;
}

export interface ClaimRequest extends Name {
  /** The input field to point at when it is taken. */
  readonly field: string;
  /** What a person reads then. */
  readonly message: string;
  /** Who may have it without being asked again: a policy's next term keeps the policy number. */
  readonly heldBy?: Predecessor;
}

/** A holder of which the caller knows that it gave the name away to the claimant, or never came. */
export interface Predecessor {
  /** Its stream. */
  readonly owner: string;
  /**
   * The version of its stream at which the caller saw that; null: there was no such stream. When it
   * claimed the name again in a later event, it has changed its mind and keeps it.
   */
  readonly version: number | null;
}

/** The command on whose behalf a name is claimed or released. */
export interface Claimant {
  readonly owner: string;
  /** The owner's stream as the command read it. */
  readonly ownerEvents: readonly RecordedEvent[];
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>;
}

export interface Claims {
  /**
   * Holds all these names for the owner. To be called on every attempt of a command, after its
   * stream was read and before it appends at the revision that it read.
   * @throws Refusal conflict `<thing>-taken` naming every field that another record holds.
   */
  claim(requests: readonly ClaimRequest[], claimant: Claimant): Promise<void>;
  /** Lets go of names that the owner held before this command, which has been carried out. */
  release(names: readonly Name[], claimant: Claimant): Promise<void>;
  /** Who holds a name now; null when nobody does. */
  holderOf(name: Name): Promise<NameHolder | null>;
}

export interface NameHolder {
  /** Its stream. */
  readonly owner: string;
  /** False while a command of the holder that claimed the name may still be about to be written. */
  readonly isSettled: boolean;
}

interface Parts {
  eventLog: EventLog;
  codec: EventCodec;
  vault: Pick<Vault, 'fingerprint'>;
  clock: Clock;
  /** How long a claim waits for its owner to appear before another may take it over. */
  graceMs?: number;
}

/** Where a request stands, and what has to be written for it. */
type Standing =
  | { verdict: 'ours' | 'taken' }
  | { verdict: 'free'; append: () => Promise<unknown> }
  | { verdict: 'orphaned'; fence: () => Promise<unknown>; append: () => Promise<unknown> };

const MAX_ROUNDS = 30;

/**
 * Reservation streams: a name is held by whoever wrote the last NameClaimed to its stream. An owner
 * that claimed and then never wrote to its own stream is an orphan, whose name may be taken over.
 *
 * Why no name is ever held twice: a taker first appends ClaimAbandoned to the orphan's own stream at
 * the revision at which it saw no trace of the orphan's command. An append of that command that
 * is still under way then fails at its expected revision; when the command tries again, it finds
 * its claim declared void and has to claim anew, which is decided by the order of appends to the
 * reservation stream, like every other race for a name.
 *
 * A name is passed on by the heir's claim right after the predecessor's. All of the predecessor's
 * claims must be older than what gave it away; one that is not yet in its stream is fenced out.
 */
export function createClaims({ eventLog, codec, vault, clock, graceMs = 10_000 }: Parts): Claims {
  const streamOf = ({ thing, value }: Name): string =>
    `unique${thing.charAt(0).toUpperCase()}${thing.slice(1)}-${vault.fingerprint(thing, value)}`;

  const readName = async (stream: string): Promise<ClaimedName> => {
    const events = await codec.decode(await eventLog.readStream(stream));
    return claimedName(events as RecordedEvent<ClaimEvent>[]);
  };

  const isYoung = ({ at }: Holder): boolean => clock.now().getTime() - at.getTime() < graceMs;

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    event: DomainEvent,
    { metadata }: Claimant,
  ): Promise<unknown> => {
    const id = namedUuid('claim', metadata.commandId, event.type, stream, expected);
    return eventLog.append(stream, expected, [await codec.encode(event, id, metadata)]);
  };

  const standing = async (request: ClaimRequest, claimant: Claimant): Promise<Standing> => {
    const stream = streamOf(request);
    const { holder, revision } = await readName(stream);
    const expected = revision ?? 'no-stream';
    const { thing } = request;
    const take = () =>
      append(stream, expected, NameClaimed({ thing, owner: claimant.owner }), claimant);
    if (holder === null || revision === null) return { verdict: 'free', append: take };

    if (holder.owner === claimant.owner) {
      const claimed = holder.claims.get(claimant.metadata.commandId);
      const voided = lastAbandoned(claimant.ownerEvents, stream);
      const ours = claimed !== undefined && (voided === null || claimed > voided);
      return ours ? { verdict: 'ours' } : { verdict: 'free', append: take };
    }

    const heldBy = request.heldBy?.owner === holder.owner ? request.heldBy : null;
    if (isYoung(holder) && !heldBy) return { verdict: 'taken' };
    const ownerEvents = await eventLog.readStream(holder.owner);
    const traces = firstTraces(ownerEvents, holder);
    const traced = traces.filter((trace) => trace !== undefined);
    const givenAway = heldBy ? BigInt(heldBy.version ?? -1) : -1n;
    if (traced.some((trace) => trace.revision > givenAway)) return { verdict: 'taken' };
    if (traced.length === traces.length) return { verdict: 'free', append: take };
    // It is there and may be about to take the name back. One that never came waits for nothing.
    if (isYoung(holder) && traced.length > 0) return { verdict: 'taken' };
    const fence = () =>
      append(
        holder.owner,
        ownerEvents.at(-1)?.revision ?? 'no-stream',
        ClaimAbandoned({ thing, claimStream: stream, claimRevision: Number(revision) }),
        claimant,
      );
    return { verdict: 'orphaned', fence, append: take };
  };

  /** False when somebody else was faster: look again. */
  const settle = async (place: Standing): Promise<boolean> => {
    try {
      if (place.verdict === 'orphaned') await place.fence();
      if (place.verdict === 'orphaned' || place.verdict === 'free') await place.append();
      return true;
    } catch (error) {
      if (error instanceof WrongRevision) return false;
      throw error;
    }
  };

  return {
    async claim(requests, claimant) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const places = await Promise.all(requests.map((request) => standing(request, claimant)));
        // Nothing is claimed while anything is taken: that would only leave orphans behind.
        const taken = requests.filter((_, i) => places[i]?.verdict === 'taken');
        if (taken.length > 0) throw takenConflict(taken);
        const settled = await Promise.all(places.map(settle));
        if (settled.every(Boolean)) return;
      }
      throw conflict('name-contested', 'Others are claiming the same name just now. Try again.');
    },

    async release(names, claimant) {
      for (const name of names) await releaseName(name, claimant);
    },

    async holderOf(name) {
      const { holder } = await readName(streamOf(name));
      if (!holder) return null;
      const traces = firstTraces(await eventLog.readStream(holder.owner), holder);
      const isSettled = !isYoung(holder) || traces.every((trace) => trace !== undefined);
      return { owner: holder.owner, isSettled };
    },
  };

  async function releaseName(name: Name, claimant: Claimant): Promise<void> {
    const { thing } = name;
    const { owner } = claimant;
    const stream = streamOf(name);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { holder, revision } = await readName(stream);
      if (revision === null || holder?.owner !== owner) return;
      let letGo = lettingGo(holder, claimant.ownerEvents, claimant);
      try {
        if (letGo === 'unsure') {
          // A command that claimed it and then died, or is under way: declared void first, as in a
          // take-over, so that the latter fails at its revision and claims anew.
          const ownerEvents = await eventLog.readStream(owner);
          letGo = lettingGo(holder, ownerEvents, claimant);
          if (letGo === 'unsure') {
            const claimRevision = Number(revision);
            const voided = ClaimAbandoned({ thing, claimStream: stream, claimRevision });
            await append(owner, ownerEvents.at(-1)?.revision ?? 'no-stream', voided, claimant);
          }
        }
        if (letGo === 'no') return;
        await append(stream, revision, NameReleased({ thing, owner }), claimant);
        return;
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error;
      }
    }
  }
}

interface Traceable {
  readonly type: string;
  readonly revision: bigint;
  readonly metadata: unknown;
}

const tracesOf = (ownerEvents: readonly Traceable[], commandId: string): Traceable[] =>
  ownerEvents.filter(
    (event) =>
      !isPlatformEvent(event) &&
      (event.metadata as { commandId?: unknown } | null)?.commandId === commandId,
  );

/** For each command that claimed the name: where the owner's stream first shows it, if it does. */
const firstTraces = (
  ownerEvents: readonly Traceable[],
  { claims }: Holder,
): (Traceable | undefined)[] =>
  [...claims.keys()].map((commandId) => tracesOf(ownerEvents, commandId)[0]);

/**
 * Whether a command that released a name may let it go: not when a later command of the same owner
 * claimed it again; `unsure` when a claim has left no trace in the owner's stream, or not yet.
 */
const lettingGo = (
  { claims }: Holder,
  ownerEvents: readonly Traceable[],
  { metadata }: Claimant,
): 'yes' | 'no' | 'unsure' => {
  const firstRevision = (commandId: string) => tracesOf(ownerEvents, commandId)[0]?.revision;
  const released = firstRevision(metadata.commandId);
  if (released === undefined) return 'no';
  const claimed = [...claims.keys()].map(firstRevision);
  if (claimed.some((revision) => revision !== undefined && revision >= released)) return 'no';
  return claimed.every((revision) => revision !== undefined) ? 'yes' : 'unsure';
};

const takenConflict = (taken: readonly ClaimRequest[]) => {
  const fields = taken.map(({ thing, field, message }) => ({
    field,
    code: `${kebab(thing)}-taken`,
    message,
  }));
  return conflict(
    fields[0]?.code ?? 'taken',
    fields.map(({ message }) => message).join(' '),
    fields,
  );
};

const kebab = (camel: string): string =>
  camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
