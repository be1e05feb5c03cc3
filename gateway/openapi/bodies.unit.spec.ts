import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ACCOUNT_ROUTES, PUBLIC_ROUTES, RECORD_ROUTES } from '../rest/restRoutes.js';
import { openApiDocument } from './document.js';
import type { JsonSchema } from './jsonSchemas.js';

/** What JSON Schema cannot say, or says only of texts in Latin letters. */
const RULES =
  /date that exists|needs a letter or a digit|Leave at least one day|Only one rate|Enter a phone|A phone number has|Choose a customer or/;

const { schemas } = openApiDocument().components;
const bodies: [string, z.ZodType][] = [
  ...ACCOUNT_ROUTES,
  ...PUBLIC_ROUTES,
  ...RECORD_ROUTES,
].flatMap(({ body }) => Object.entries(body ?? {}));

describe('a body that the document allows', () => {
  it.each([...new Map(bodies)])('is read: %s', (name, schema) => {
    const property = fc.property(valueFor(schemas[name] ?? {}), (body) => {
      const issues = schema.safeParse(body).error?.issues ?? [];
      expect(issues.filter(({ message }) => !RULES.test(message))).toEqual([]);
    });
    fc.assert(property, { numRuns: 50, seed: 20260102 });
  });
});

function valueFor(schema: JsonSchema): Arbitrary<unknown> {
  const { enum: values, anyOf, type } = schema as { enum?: []; anyOf?: JsonSchema[]; type: [] };
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(valueFor));
  return fc.oneof(...[type].flat().map((one) => ofType(one, schema as never)));
}

interface Sent {
  properties: Record<string, JsonSchema>;
  required?: string[];
  items: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

function ofType(type: string, sent: Sent): Arbitrary<unknown> {
  switch (type) {
    case 'object': {
      const fields = Object.entries(sent.properties ?? {}).map(([name, one]) => [
        name,
        valueFor(one),
      ]);
      return fc.record(Object.fromEntries(fields), {
        requiredKeys: (sent.required ?? []) as never[],
      });
    }
    case 'array':
      return fc.array(valueFor(sent.items), {
        minLength: sent.minItems,
        maxLength: Math.min(sent.maxItems ?? 3, 3),
      });
    case 'integer':
      return fc.integer({ min: sent.minimum ?? 1, max: sent.maximum });
    case 'number':
      return fc
        .integer({ min: 0, max: Math.min(sent.maximum ?? 10_000, 10_000) * 100 })
        .map((hundredths) => hundredths / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(sent);
  }
}

function textOf({ pattern = '', format, minLength = 0, maxLength = 300 }: Sent): Arbitrary<string> {
  if (format === 'date') return fc.date({ noInvalidDate: true }).map(dayOf);
  const isWhole = pattern.startsWith('^');
  return (
    isWhole ? fc.stringMatching(new RegExp(pattern)) : fc.string({ minLength, maxLength })
  ).filter((text) => text.length <= maxLength && new RegExp(pattern).test(text));
}

const dayOf = (date: Date): string => date.toISOString().slice(-24, -14);
