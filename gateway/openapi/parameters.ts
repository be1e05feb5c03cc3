import { BATCH_HEADER } from '@insuremanager/contracts/bulk';
import { dayText, instantText } from '@insuremanager/contracts/fields/dayFields';
import { LARGEST_ID } from '@insuremanager/contracts/rules/ids';
import { z } from 'zod';
import { inlineSchema, type JsonSchema, missedIn } from './jsonSchemas.js';
import type { Answer, Parameter } from './operations.js';

const text: JsonSchema = { type: 'string' };

export const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: LARGEST_ID },
};

export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of what you saw: change only that. `*`: whatever there is',
  schema: { type: 'string', pattern: '^(\\*|"(-1|\\d{1,15})")$' },
};

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your name for this change of this record; sent again with the same key it is carried out ' +
    'once. The same key for another record is another change',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

export const batchId: Parameter = {
  name: BATCH_HEADER,
  in: 'header',
  description:
    'Your name for the bulk change that this is part of, the same for each of its requests; ' +
    'the history of every record says so',
  schema: { type: 'string', format: 'uuid' },
};

/** The query of a record as it was. */
export const AsOfQuery = z.object({
  asOf: z
    .union([dayText(), instantText(), z.string().regex(/^\d{1,9}$/)])
    .optional()
    .describe(
      'The record at the end of that day in Asia/Kolkata, at that instant, or right after the event of that `version` of its history',
    ),
});

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
  const required = missedIn(query);
  return Object.entries(properties).map(([name, { description, type, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    schema: withoutNull(type ? { ...schema, type: [type].flat()[0] } : schema),
  }));
}

const withoutNull = ({ enum: values, ...schema }: JsonSchema): JsonSchema =>
  Array.isArray(values) ? { ...schema, enum: values.filter((word) => word !== null) } : schema;
