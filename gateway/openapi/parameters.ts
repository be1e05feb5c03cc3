import type { z } from 'zod';
import { inlineSchema, type JsonSchema } from './jsonSchemas.js';
import type { Answer, Parameter } from './operations.js';

const text: JsonSchema = { type: 'string' };

export const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of what you saw: change only that',
  schema: text,
};

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your name for this change of this record; sent again with the same key it is carried out ' +
    'once. The same key for another record is another change',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

export const asOf: Parameter = {
  name: 'asOf',
  in: 'query',
  description: 'The record at the end of that day in Asia/Kolkata',
  schema: { type: 'string', format: 'date' },
};

type Headers = NonNullable<Answer['headers']>;

export const etagHeader: Headers = {
  ETag: { description: 'The version, for If-Match', schema: text },
};
export const staleHeader: Headers = {
  'X-Read-Model-Stale': { description: '1 when lists do not show the change yet', schema: text },
};
export const locationHeader: Headers = {
  Location: { description: 'Where the new record is', schema: text },
};
export const linkHeader: Headers = {
  Link: { description: '`rel="next"`: the following page, when there is one', schema: text },
};

/** Every parameter of a query, from the schema that reads it. A query has no null. */
export function queryParameters(query: z.ZodType): Parameter[] {
  const { properties } = inlineSchema(query) as { properties: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, type, ...schema }]) => ({
    name,
    in: 'query',
    ...(typeof description === 'string' ? { description } : {}),
    schema: withoutNull(type ? { ...schema, type: [type].flat()[0] } : schema),
  }));
}

const withoutNull = ({ enum: values, ...schema }: JsonSchema): JsonSchema =>
  Array.isArray(values) ? { ...schema, enum: values.filter((word) => word !== null) } : schema;
