import type { z } from 'zod';
import type { DomainEvent } from '../events/eventDefinition.js';

/** What messages are about; each context has a topic of its own. */
export const MESSAGE_CONTEXTS = [
  'customers',
  'policies',
  'documents',
  'quotations',
  'claims',
  'reminders',
  'renewals',
] as const;
export type MessageContext = (typeof MESSAGE_CONTEXTS)[number];

/**
 * Versions of a message within one topic only add to it. A change that would break its consumers
 * goes to a topic of its own, `….v2`, beside this one.
 */
export const topicOf = (context: MessageContext): string => `insuremanager.${context}.v1`;

/** What other systems learn of an event: nothing personal, and no note or reason that somebody typed. */
export interface IntegrationMessage {
  readonly topic: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** JSON. */
  readonly data: object;
}

export interface MessageDefinition {
  readonly type: string;
  /** Of the schema. One that is published never changes: another schema is another version. */
  readonly version: number;
  readonly context: MessageContext;
  /** A sentence for whoever writes a consumer. */
  readonly description: string;
  readonly schema: z.ZodObject;
}

export interface MessageFactory<Data> extends MessageDefinition {
  /** Takes what the schema has and drops all else. @throws ZodError when it does not fit. */
  (data: Data): IntegrationMessage;
}

/** Defines a message. Types are unique over all contexts. */
export function defineMessage<Schema extends z.ZodObject>(
  type: string,
  version: number,
  parts: { context: MessageContext; description: string; schema: Schema },
): MessageFactory<z.input<Schema>> {
  const topic = topicOf(parts.context);
  const make = (data: z.input<Schema>): IntegrationMessage => ({
    topic,
    type,
    schemaVersion: version,
    data: parts.schema.parse(data),
  });
  return Object.assign(make, { type, version, ...parts });
}

type PlainDataOf<Event extends DomainEvent, Type extends string> = Omit<
  Extract<Event, { type: Type }>['data'],
  'personal'
>;

/** The message of each event; null where nobody outside needs to know. */
export type MessagesOf<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: MessageFactory<PlainDataOf<Event, Type>> | null;
};
