import { CustomerDetailsChanged } from '@insuremanager/contracts/customers/customerEvents';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { sampleOf } from '@insuremanager/contracts/events/sample';
import { messageDefinitions } from '@insuremanager/contracts/messages/integrationMessages';
import { PolicyIssued } from '@insuremanager/contracts/policies/policyEvents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenCodec } from '../codec/goldenEvents.js';
import { UndecodableEvent } from '../codec/recordedEvent.js';
import { allEventDefinitions } from '../codec/testing/allEventDefinitions.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { createBusMessages } from './busMessages.js';

const definitions = await allEventDefinitions();
const codec = goldenCodec(definitions);
const toBusMessage = createBusMessages(definitions);

const metadata = {
  commandId: 'SENTINEL-command',
  commandDigest: 'SENTINEL-digest',
  actor: { userId: 3, username: 'SENTINEL-username', role: 'SENTINEL-role' },
  correlationId: 'SENTINEL-correlation',
  occurredAt: '2026-04-01T04:30:00.123Z',
};
const id = 'e7a1c1de-0000-4000-8000-000000000001';
const place = { stream: 'policy-100', revision: 0n, position: { commit: 0n, prepare: 0n } };
const storedAt = new Date(0);

const stored = async (type: string, data: unknown): Promise<StoredEvent> => ({
  ...(await codec.encode({ type, data }, id, metadata)),
  ...place,
  storedAt,
});

/** Sets every text that is the name of its field, as samples are, to one that can be recognised. */
const withSentinels = (value: unknown, field = ''): unknown => {
  if (typeof value === 'string' && value === field) return `SENTINEL-${field}`;
  if (Array.isArray(value)) return value.map((item) => withSentinels(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSentinels(inner, name)]),
  );
};

const sampleData = ({ type, schema, personal }: EventDefinition): object => ({
  ...(withSentinels(sampleOf(schema, type)) as object),
  ...(personal && { personal: withSentinels(sampleOf(personal.schema, type)) }),
});

/** The only texts of an event that may leave: days, the insurer, and of what kind something is. */
const PUBLIC_TEXTS = new Set([
  'insuranceCompany',
  'mimeType',
  'startDate',
  'endDate',
  'thirdPartyEndDate',
  'effectiveFrom',
  'cancelledOn',
  'dueDate',
  'lossDate',
  'intimatedOn',
  'stageOn',
  'dueOn',
  'paidOn',
  'reminderType',
  'noticeId',
  'nextAttemptAt',
]);

describe('no message carries anything personal', () => {
  it.each(definitions)('of what $type holds', async (definition) => {
    const message = toBusMessage(await stored(definition.type, sampleData(definition)));
    const texts = [...JSON.stringify(message).matchAll(/SENTINEL-(\w+)/g)].map(([, name]) => name);
    expect(texts.filter((name) => !PUBLIC_TEXTS.has(String(name)))).toEqual([]);
  });

  it.each(definitions.filter(({ personal }) => personal))(
    'whatever the personal part of $type is, the message is the same',
    async (definition) => {
      const { personal: _, ...plain } = sampleData(definition) as { personal: unknown };
      const messages: unknown[] = [];
      for (const personal of fc.sample(personalOf(definition), 20)) {
        messages.push(toBusMessage(await stored(definition.type, { ...plain, personal })));
      }
      for (const message of messages) expect(message).toEqual(messages[0]);
    },
  );

  it('nor a sealed text that somebody could open later', async () => {
    const event = await stored(CustomerDetailsChanged.type, sampleData(CustomerDetailsChanged));
    const sealed = (event.data as { personal: string }).personal;
    expect(JSON.stringify(toBusMessage(event))).not.toContain(sealed.slice(0, 12));
    expect(toBusMessage(event)?.data).toEqual({ customerId: 12, fields: ['name'] });
  });
});

/** The same fields with other texts in them; a sample's text that is not its field's name is one of few. */
const personalOf = ({ type, personal }: EventDefinition): fc.Arbitrary<unknown> => {
  const sample = sampleOf((personal as { schema: EventDefinition['schema'] }).schema, type);
  const arbitrary = (value: unknown, field = ''): fc.Arbitrary<unknown> => {
    if (typeof value === 'string' && value === field) return fc.string({ unit: 'grapheme' });
    if (Array.isArray(value)) return fc.tuple(...value.map((item) => arbitrary(item)));
    if (typeof value !== 'object' || value === null) return fc.constant(value);
    const fields = Object.entries(value).map(([name, inner]) => [name, arbitrary(inner, name)]);
    return fc.record(Object.fromEntries(fields));
  };
  return arbitrary(sample);
};

describe('the message of an event', () => {
  it('is known by the event’s id, and ordered by its stream', async () => {
    const event = await stored(PolicyIssued.type, sampleData(PolicyIssued));
    const { data, ...envelope } = toBusMessage(event) ?? {};
    expect(envelope).toEqual({
      topic: 'insuremanager.policies.v1',
      key: 'policy-100',
      id,
      type: 'PolicyIssued',
      schemaVersion: 1,
      occurredAt: new Date('2026-04-01T04:30:00.123Z'),
    });
    expect(data).toMatchObject({ policyId: 12, kind: 'health', cover: { premiumAmount: 12 } });
    expect(data).not.toHaveProperty('cover.vehicleMake');
  });

  it('is made by every definition', async () => {
    const types = await Promise.all(
      definitions.map(async (definition) =>
        toBusMessage(await stored(definition.type, sampleData(definition))),
      ),
    );
    const made = new Set(types.flatMap((message) => message?.type ?? []));
    expect([...made].sort()).toEqual(messageDefinitions.map(({ type }) => type).sort());
  });

  it('is none where only the system itself is concerned, even if it cannot be read', () => {
    const broken = { type: 'ValueReserved', data: 'broken', metadata: {}, id, ...place, storedAt };
    expect(toBusMessage(broken)).toBeNull();
  });

  it('is refused for an event of a type that is not known here', () => {
    const unknown = { type: 'Unheard', data: {}, metadata, id, ...place, storedAt };
    expect(() => toBusMessage(unknown)).toThrow(UndecodableEvent);
  });
});
