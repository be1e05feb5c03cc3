import { messageDefinitions } from '@insuremanager/contracts/messages/integrationMessages';
import { topicOf } from '@insuremanager/contracts/messages/messageDefinition';
import { describe, expect, it } from 'vitest';
import { asyncApiDocument } from './asyncApiDocument.js';
import { docsPage } from './docsPage.js';
import { openApiDocument } from './document.js';

const document = JSON.parse(JSON.stringify(asyncApiDocument()));

/** What a reference leads to; undefined: nothing. */
const targetOf = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((place: Record<string, unknown> | undefined, name) => {
      return place?.[name] as Record<string, unknown> | undefined;
    }, document);

/** Every key of a document, with what stands under it, however deep. */
function* entriesOf(value: unknown): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [name, inner];
    yield* entriesOf(inner);
  }
}

describe('the AsyncAPI document', () => {
  it('has the structure of AsyncAPI 3.0, and no fields of other versions', () => {
    expect(Object.keys(document).sort()).toEqual([
      'asyncapi',
      'channels',
      'components',
      'defaultContentType',
      'info',
      'operations',
    ]);
    expect(document).toMatchObject({
      asyncapi: '3.0.0',
      info: { title: expect.any(String), version: expect.any(String) },
    });
    for (const operation of Object.values<Record<string, unknown>>(document.operations)) {
      expect(operation).toMatchObject({
        action: 'send',
        channel: { $ref: expect.stringMatching(/^#\/channels\/\w+$/) },
      });
    }
  });

  it('refers only to what it has', () => {
    const references = [...entriesOf(document)].filter(([name]) => name === '$ref');
    expect(references.length).toBeGreaterThan(messageDefinitions.length);
    for (const [, reference] of references) expect(targetOf(String(reference))).toBeDefined();
  });

  it.each(messageDefinitions)('describes $type on its topic', (definition) => {
    const { type, context, schema } = definition;
    const { address, messages } = document.channels[context];
    expect(address).toBe(topicOf(context));
    const message = targetOf(messages[type].$ref) as ReturnType<
      typeof asyncApiDocument
    >['components']['messages'][string];
    expect(message).toMatchObject({ name: type, payload: { type: 'object' } });
    expect(Object.keys(message.payload.properties ?? {})).toEqual(Object.keys(schema.shape));
    expect(message.headers).toMatchObject({ properties: { type: { const: type } } });
  });

  it('says of every field what it means', () => {
    for (const definition of messageDefinitions) {
      const { properties = {} } = document.components.messages[definition.type].payload;
      for (const [field, schema] of Object.entries<object>(properties))
        expect(schema, `${definition.type}.${field}`).toHaveProperty('description');
    }
  });

  it('gives examples that its schemas accept', () => {
    for (const { type, schema } of messageDefinitions) {
      const [example] = document.components.messages[type].examples;
      expect(schema.safeParse(example.payload).success).toBe(true);
      expect(example.headers.type).toBe(type);
    }
  });

  it('is found from the page on the REST API', () => {
    expect(docsPage(openApiDocument())).toContain('href="/api/asyncapi.json"');
  });
});
