import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  type ReservationEvent,
  ReservationVoided,
  ValueReleased,
  ValueReserved,
} from '@insuremanager/contracts/reservations/reservationEvents';
import type { Clock } from '../clock.js';
import {
  decodeRecord,
  type EventCodec,
  type EventMetadata,
  type RecordedEvent,
} from '../codec/recordedEvent.js';
import { conflict } from '../errors.js';
import {
  type EventLog,
  type ExpectedRevision,
  type Revision,
  WrongRevision,
} from '../eventLog/eventLog.js';
import { namedUuid } from '../namedUuid.js';
import type { Vault } from '../vault/vault.js';

/** A value that may exist once in the whole system. */
export interface UniqueValue {
  /** What it is, as the input field that holds it is called: `username`, `policyNumber`. */
  readonly kind: string;
  /**
   * In its normal form: values that mean the same are the same text. Null when it cannot be read any
   * more, because the person was erased: the record then owns whatever is reserved for it.
   */
  readonly value: string | null;
  /** What a person reads when another record owns it. */
  readonly message: string;
}

/** The record that a value is reserved for, as one read of its stream found it. */
export interface Owner {
  readonly stream: string;
  /** Of the last event in its stream, be it one that the platform wrote; null when there is none. */
  readonly revision: Revision | null;
  /** The commands that have written to their record: they will write nothing more. */
  readonly commandIds: ReadonlySet<string>;
  /** What it owns by these events. */
  readonly values: readonly UniqueValue[];
}

/** The command on whose behalf a value is reserved or released. */
export interface Reserving {
  readonly owner: Owner;
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>;
  /** Reads another record of the same kind: whoever has reserved a value so far. */
  loadOwner(stream: string): Promise<Owner>;
}

export interface Reservations {
  /**
   * Reserves values that the owner does not own yet. To be called on every attempt of a command,
   * after its stream was read and before it appends at the revision that it read.
   * @throws Refusal conflict `<kind>-taken` naming every field that another record owns.
   */
  reserve(values: readonly UniqueValue[], reserving: Reserving): Promise<void>;
  /** Releases values that the owner owned before this command, which has been carried out. */
  release(values: readonly UniqueValue[], reserving: Omit<Reserving, 'loadOwner'>): Promise<void>;
}

interface Parts {
  eventLog: EventLog;
  codec: EventCodec;
  vault: Pick<Vault, 'fingerprint'>;
  clock: Clock;
  /** How long a reservation waits for its owner's event before another may take it over. */
  graceMs?: number;
}

/** Whether a value can be reserved, and what has to be written for it. */
type Availability =
  | { readonly verdict: 'taken' }
  | { readonly verdict: 'free'; readonly expected: ExpectedRevision; readonly fence?: Fence };

type Fence = [stream: string, expected: ExpectedRevision, event: DomainEvent];

const MAX_ROUNDS = 30;

/**
 * Reservation streams: a value is reserved by whoever wrote the last ValueReserved to its stream,
 * and owned by that record once its own stream says so. What its owner's stream does not say is
 * taken over: at once when the reserving command is over, else when it is older than the grace.
 *
 * Why no value is ever owned twice: a command that is to own a value writes to the reservation
 * stream on every attempt, after it has read its own. So whoever releases the value, or takes it
 * over, at the revision that they saw fails when such a command came first, and makes it fail when
 * they came first. A command that reserved earlier may still be about to append: a taker writes
 * ReservationVoided to that owner's stream first, at the revision at which it did not own the
 * value. That append fails then; its command reads again and has to reserve anew.
 */
export function createReservations(parts: Parts): Reservations {
  const { eventLog, codec, vault, clock, graceMs = 10_000 } = parts;

  /** The last event of a reservation stream; null when there is none. */
  const lastOf = async (stream: string): Promise<RecordedEvent<ReservationEvent> | null> => {
    const stored = await eventLog.readLast(stream);
    const [last] = stored ? await decodeRecord(codec, [stored]) : [];
    return (last as RecordedEvent<ReservationEvent> | undefined) ?? null;
  };

  /** A clock that is ahead, or jumped back, makes nobody wait longer. */
  const isYoung = ({ at }: RecordedEvent): boolean =>
    Math.abs(clock.now().getTime() - at.getTime()) < graceMs;

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    event: DomainEvent,
    { metadata: { commandId, ...metadata } }: Pick<Reserving, 'metadata'>,
  ): Promise<unknown> => {
    // By what it says as well: one key may be used for two records, whose events are not the same.
    const says = JSON.stringify(event.data);
    const id = namedUuid('reservation', commandId, event.type, stream, expected, says);
    // The command was given its time before it waited for locks: the grace begins now.
    const written = { ...metadata, commandId, occurredAt: clock.now().toISOString() };
    return eventLog.append(stream, expected, [await codec.encode(event, id, written)]);
  };

  const availabilityOf = async (
    value: ReadableValue,
    reserving: Reserving,
  ): Promise<Availability> => {
    const stream = reservationStream(vault, value);
    const last = await lastOf(stream);
    const expected = last?.revision ?? 'no-stream';
    if (last?.type !== ValueReserved.type || last.data.owner === reserving.owner.stream) {
      return { verdict: 'free', expected };
    }
    const owner = await reserving.loadOwner(last.data.owner);
    const isOver = owner.commandIds.has(last.metadata.commandId);
    // What cannot be read any more may be any value that was reserved by a command which is over.
    const isOwned = owner.values.some(
      (owned) =>
        owned.kind === value.kind && (owned.value === value.value || (isOver && !owned.value)),
    );
    if (isOwned) return { verdict: 'taken' };
    if (isOver) return { verdict: 'free', expected };
    if (isYoung(last)) return { verdict: 'taken' };
    const voided = ReservationVoided({ kind: value.kind, reservationStream: stream });
    const ownerAt = owner.revision ?? 'no-stream';
    return { verdict: 'free', expected, fence: [owner.stream, ownerAt, voided] };
  };

  return {
    async reserve(values, reserving) {
      let open = values.filter(isReadable);
      for (let round = 0; open.length > 0; round += 1) {
        if (round === MAX_ROUNDS) throw contested();
        const places = await Promise.all(open.map((value) => availabilityOf(value, reserving)));
        // Nothing is reserved while anything is taken: that would only leave orphans behind.
        const taken = open.filter((_, i) => places[i]?.verdict === 'taken');
        if (taken.length > 0) throw takenConflict(taken);
        // One after another, in an order that is the same for all: of two who want the same two
        // values, one is first at both.
        const [next] = open.toSorted(byKindAndValue) as [ReadableValue];
        const place = places[open.indexOf(next)] as Availability;
        if (await take(place, next, reserving)) open = open.filter((value) => value !== next);
      }
    },

    async release(values, { owner, metadata }) {
      for (const value of values.filter(isReadable)) {
        const stream = reservationStream(vault, value);
        const last = await lastOf(stream);
        // Of a later command of the same owner, which may want it back: nothing is known here.
        const isOwn =
          last?.data.owner === owner.stream && owner.commandIds.has(last.metadata.commandId);
        if (!isOwn || last?.type !== ValueReserved.type) continue;
        const released = ValueReleased({ kind: value.kind, owner: owner.stream });
        await appendUnlessMoved(stream, last.revision, released, { metadata });
      }
    },
  };

  /** False when somebody else was faster: look again. */
  async function take(
    place: Availability,
    value: ReadableValue,
    reserving: Reserving,
  ): Promise<boolean> {
    if (place.verdict === 'taken') return false;
    const { kind } = value;
    const stream = reservationStream(vault, value);
    const { fence } = place;
    if (fence && !(await appendUnlessMoved(...fence, reserving))) return false;
    const reserved = ValueReserved({ kind, owner: reserving.owner.stream });
    return appendUnlessMoved(stream, place.expected, reserved, reserving);
  }

  async function appendUnlessMoved(...appending: Parameters<typeof append>): Promise<boolean> {
    try {
      await append(...appending);
      return true;
    } catch (error) {
      if (error instanceof WrongRevision) return false;
      throw error;
    }
  }
}

type ReadableValue = UniqueValue & { readonly value: string };

/** The stream in which a value is reserved: its name reveals nothing of the value. */
export const reservationStream = (
  vault: Pick<Vault, 'fingerprint'>,
  { kind, value }: Pick<ReadableValue, 'kind' | 'value'>,
): string =>
  `unique${kind.charAt(0).toUpperCase()}${kind.slice(1)}-${vault.fingerprint(kind, value)}`;

const byKindAndValue = (a: ReadableValue, b: ReadableValue): number =>
  a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value);

const isReadable = (value: UniqueValue): value is ReadableValue => value.value !== null;

/** What `after` has and `before` has not. */
export const valuesAdded = (
  before: readonly UniqueValue[],
  after: readonly UniqueValue[],
): UniqueValue[] => {
  const keyOf = ({ kind, value }: UniqueValue) => `${kind} ${value}`;
  const known = new Set(before.map(keyOf));
  const added = new Map(after.map((value) => [keyOf(value), value]));
  return [...added].flatMap(([key, value]) => (known.has(key) ? [] : [value]));
};

/** What `before` has and `after` has not, nor may have where it cannot be read any more. */
export const valuesDropped = (
  before: readonly UniqueValue[],
  after: readonly UniqueValue[],
): UniqueValue[] =>
  valuesAdded(after, before).filter(
    ({ kind }) => !after.some((left) => left.kind === kind && left.value === null),
  );

/** What the platform writes into the streams of records: no decider and no history sees it. */
export const isPlatformEvent = ({ type }: { type: string }): boolean =>
  type === ReservationVoided.type;

const takenConflict = (taken: readonly UniqueValue[]) => {
  const fields = taken.map(({ kind, message }) => ({
    field: kind,
    code: `${kebab(kind)}-taken`,
    message,
  }));
  return conflict(
    fields[0]?.code ?? 'taken',
    fields.map(({ message }) => message).join(' '),
    fields,
  );
};

const contested = () =>
  conflict('value-contested', 'Someone else is using the same value right now. Try again.');

const kebab = (camel: string): string =>
  camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
