import type { z } from 'zod';

/** An event in memory: its name in the past tense and what it says, in primitives. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Whose key seals the personal part of an event, such as `customer-12` or `user-3`. */
export type Subject = string;

/** Turns the data of one version into the data of the next. */
export type Upcaster = (data: unknown) => unknown;

interface PersonalPart<Plain, Personal> {
  /** Fields that name or describe a person. They are sealed before they reach the log. */
  schema: z.ZodType<Personal>;
  subject: (data: Plain) => Subject;
}

interface DefinitionParts<Plain, Personal> {
  schema: z.ZodType<Plain>;
  personal?: PersonalPart<Plain, Personal>;
  /** Key n turns version n into n + 1. One for every version before the current one. */
  upcasters?: Readonly<Record<number, Upcaster>>;
  /** The record that comes to be, of the customer who is named as `customerId`. */
  begins?: Plain extends OfCustomer ? NamedRecord<Plain> : never;
  /** The record that goes to that customer from the one who is named as `formerCustomerId`. */
  moves?: Plain extends { customerId: number; formerCustomerId: number }
    ? NamedRecord<Plain>
    : never;
  /** The record that is out of every list from then on: the audit log has an entry of it. */
  deletes?: NamedRecord<Plain>;
}

interface OfCustomer {
  /** Null where one may be about nobody. */
  readonly customerId: number | null;
}

/** What an event is about. */
export interface NamedRecord<Data> {
  /** As `RECORDS` calls it. */
  readonly kind: string;
  readonly id: (data: Data) => number;
}

/**
 * What the codec knows of an event type. `data.personal` is `null` once the subject's key has been
 * destroyed: the history stays, the person goes.
 */
export interface EventDefinition {
  readonly type: string;
  readonly version: number;
  readonly schema: z.ZodType;
  readonly personal?: { schema: z.ZodType; subject: (data: never) => Subject };
  readonly upcasters: Readonly<Record<number, Upcaster>>;
  readonly begins?: NamedRecord<never>;
  readonly moves?: NamedRecord<never>;
  readonly deletes?: NamedRecord<never>;
}

/** The data of an event with a personal part. */
export type WithPersonal<Plain, Personal> = Plain & {
  readonly personal: Personal | null;
};

export interface EventFactory<Type extends string, Data> extends EventDefinition {
  (data: Data): DomainEvent<Type, Data>;
  readonly type: Type;
}

/** The event that a factory makes: `type CustomerDeleted = EventOf<typeof CustomerDeleted>`. */
export type EventOf<Factory> =
  Factory extends EventFactory<infer Type, infer Data> ? DomainEvent<Type, Data> : never;

/** The events of some definitions: `type CustomerEvent = EventIn<typeof customerEventDefinitions>`. */
export type EventIn<Factories extends readonly unknown[]> = EventOf<Factories[number]>;

/**
 * Defines an event type. A new meaning is a new type; a new shape of the same meaning is a new
 * version with an upcaster from the one before, so that old events decode for ever.
 */
export function defineEvent<Type extends string, Plain>(
  type: Type,
  version: number,
  parts: Omit<DefinitionParts<Plain, unknown>, 'personal'> & {
    personal?: undefined;
  },
): EventFactory<Type, Plain>;
export function defineEvent<Type extends string, Plain, Personal>(
  type: Type,
  version: number,
  parts: DefinitionParts<Plain, Personal> & {
    personal: PersonalPart<Plain, Personal>;
  },
): EventFactory<Type, WithPersonal<Plain, Personal>>;
export function defineEvent(
  type: string,
  version: number,
  parts: Pick<EventDefinition, 'schema' | 'personal' | 'begins' | 'moves' | 'deletes'> & {
    upcasters?: EventDefinition['upcasters'];
  },
): EventFactory<string, unknown> {
  const upcasters = parts.upcasters ?? {};
  for (let from = 1; from < version; from += 1) {
    if (!upcasters[from]) throw new Error(`${type} has no upcaster from version ${from}`);
  }
  const make = (data: unknown) => ({ type, data });
  return Object.assign(make, {
    type,
    version,
    schema: parts.schema,
    personal: parts.personal,
    begins: parts.begins,
    moves: parts.moves,
    deletes: parts.deletes,
    upcasters,
  }) as EventFactory<string, unknown>;
}
