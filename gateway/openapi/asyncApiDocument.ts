import { sampleOf } from '@insuremanager/contracts/events/sample';
import { messageDefinitions } from '@insuremanager/contracts/messages/integrationMessages';
import {
  MESSAGE_CONTEXTS,
  type MessageContext,
  type MessageDefinition,
  topicOf,
} from '@insuremanager/contracts/messages/messageDefinition';
import { inlineSchema, type JsonSchema } from './jsonSchemas.js';

interface Reference {
  readonly $ref: string;
}

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: { title: string; version: string; description: string };
  readonly defaultContentType: string;
  readonly channels: Record<string, Channel>;
  readonly operations: Record<string, object>;
  readonly components: { messages: Record<string, Message>; messageTraits: object };
}

interface Channel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: Record<string, Reference>;
}

interface Message {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: string;
  readonly headers: JsonSchema;
  readonly payload: JsonSchema;
  readonly traits: Reference[];
  readonly examples: object[];
}

const description = [
  'What InsureManager publishes on Kafka. One topic for each context; the key is the stream of the',
  'event, and the messages of one key are in order. Each message comes at least once: whoever gets',
  'it twice knows it by the header `id`. Nothing in a message is personal; what a consumer may know',
  'of a person it asks for over the REST API, by the id.',
  'Later versions of a message on the same topic only add fields and values: ignore what you do not',
  'know. Amounts are whole paise, days are days in Asia/Kolkata.',
].join(' ');

const CONTEXT_TEXTS: Record<MessageContext, { title: string; stream: string }> = {
  customers: { title: 'Customers', stream: 'customer-<id>' },
  policies: { title: 'Policies and their terms', stream: 'policy-<id of the first term>' },
  documents: { title: 'Documents of customers', stream: 'document-<id>' },
  quotations: { title: 'Quotations', stream: 'quotation-<id>' },
  claims: { title: 'Claims', stream: 'claim-<id>' },
  reminders: { title: 'Reminders of renewals', stream: 'reminders-<id of the customer>' },
  renewals: { title: 'The work on renewals', stream: 'renewal-<id of the term that ends>' },
};

const definitionsOf = (context: MessageContext): MessageDefinition[] =>
  messageDefinitions.filter((definition) => definition.context === context);

const eachContext = <Value>(
  entryOf: (context: MessageContext) => readonly [string, Value],
): Record<string, Value> => Object.fromEntries(MESSAGE_CONTEXTS.map(entryOf));

/** The messages for other systems as AsyncAPI 3.0. */
export const asyncApiDocument = (): AsyncApiDocument => ({
  asyncapi: '3.0.0',
  info: { title: 'InsureManager: messages', version: '1', description },
  defaultContentType: 'application/json',
  channels: eachContext((context) => [context, channelOf(context)]),
  operations: eachContext((context) => [
    `publish-${context}`,
    {
      action: 'send',
      channel: { $ref: `#/channels/${context}` },
      summary: `Published when something happened: ${CONTEXT_TEXTS[context].title}`,
    },
  ]),
  components: {
    messages: Object.fromEntries(
      messageDefinitions.map((definition) => [definition.type, messageOf(definition)]),
    ),
    messageTraits: {
      keyed: {
        bindings: {
          kafka: { key: { type: 'string', description: 'The stream of the event' } },
        },
      },
    },
  },
});

const channelOf = (context: MessageContext): Channel => ({
  address: topicOf(context),
  title: CONTEXT_TEXTS[context].title,
  description: `The key is \`${CONTEXT_TEXTS[context].stream}\`.`,
  messages: Object.fromEntries(
    definitionsOf(context).map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
  ),
});

const messageOf = ({ type, version, description, schema }: MessageDefinition): Message => ({
  name: type,
  title: type,
  summary: description,
  contentType: 'application/json',
  headers: headersOf(type, version),
  payload: inlineSchema(schema),
  traits: [{ $ref: '#/components/messageTraits/keyed' }],
  examples: [
    {
      headers: {
        id: '2f0d7a52-6d0c-4c1e-9f43-0c5a3c8e7b12',
        type,
        schemaVersion: String(version),
        occurredAt: '2026-04-01T04:30:00.000Z',
      },
      payload: sampleOf(schema, type),
    },
  ],
});

const headersOf = (type: string, version: number): JsonSchema => ({
  type: 'object',
  required: ['id', 'type', 'schemaVersion', 'occurredAt'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'Of the event: a repetition has the same' },
    type: { type: 'string', const: type },
    schemaVersion: {
      type: 'string',
      pattern: String.raw`^\d+$`,
      description: `Of the payload, in decimal digits; ${version} at present`,
    },
    occurredAt: { type: 'string', format: 'date-time', description: 'When it happened' },
    traceparent: {
      type: 'string',
      description: 'The span that published it, as W3C names it, where something is traced',
    },
  },
});
