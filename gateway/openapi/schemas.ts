import {
  CUSTOMER_LABELS,
  CUSTOMER_LIMITS,
  CustomerInput,
  CustomerPatch,
  KYC_STATUSES,
} from '@insuremanager/contracts/customers/customerFields';
import {
  CustomerView,
  type HistoryEntry as HistoryEntryView,
  SavedCustomer,
} from '@insuremanager/contracts/customers/customerViews';
import { Credentials, CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { Problem } from '@insuremanager/contracts/problem';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const HistoryEntry = z.object({
  version: z.int().describe('The version that the record had after it'),
  type: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ userId: z.int(), username: z.string(), role: z.string() }),
  summary: z.string().describe('One sentence, such as "Phone and city changed"'),
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
}) satisfies z.ZodType<HistoryEntryView>;

/** The named shapes of the REST API, made from the contracts that validate and build them. */
export function componentSchemas(): Record<string, JsonSchema> {
  return {
    ...named('input', { Credentials, CustomerInput, CustomerPatch }, toldOfCustomer),
    ...named('output', {
      CurrentUser,
      Customer: CustomerView,
      SavedCustomer,
      Warning,
      HistoryEntry,
      Problem,
    }),
  };
}

/** A reference to one of them. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of one shape, with everything in it written out. */
export const inlineSchema = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return compact(json) as JsonSchema;
};

function named(
  io: 'input' | 'output',
  schemas: Record<string, z.ZodType>,
  told: (field: string) => JsonSchema = () => ({}),
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...json }]) => {
      const { properties, ...rest } = compact(json) as { properties: Record<string, JsonSchema> };
      const fields = Object.entries(properties).map(([field, schema]) => [
        field,
        { ...told(field), ...schema },
      ]);
      return [id, { ...rest, properties: Object.fromEntries(fields) }];
    }),
  );
}

/**
 * Shorter and no less true: `anyOf: [{ type: string }, { type: null }]` is `type: [string, null]`;
 * bounds of safe integers, patterns beside a format, and that answers will never grow, are left out.
 */
function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: JsonSchema[] };
  const [value, nothing] = anyOf ?? [];
  const isNullable = anyOf?.length === 2 && nothing?.type === 'null' && value?.type;
  const flat = isNullable ? { ...rest, ...value, type: [value.type, 'null'] } : schema;
  return Object.fromEntries(
    Object.entries(flat)
      .filter(([key, inner]) => !isNoise(key, inner, flat))
      .map(([key, inner]) => [key, compact(inner)]),
  );
}

const isNoise = (key: string, value: unknown, schema: object): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && 'format' in schema);

/** Values count after they have been brought to normal form, so what they must be is told in words. */
function toldOfCustomer(field: string): JsonSchema {
  const limits: Record<string, number> = CUSTOMER_LIMITS;
  const labels: Record<string, string> = CUSTOMER_LABELS;
  return {
    ...(labels[field] ? { title: labels[field] } : {}),
    ...(limits[field] ? { description: `At most ${limits[field]} characters` } : {}),
    ...(field === 'kycStatus' ? { description: `One of: ${KYC_STATUSES.join(', ')}` } : {}),
    ...(field === 'dateOfBirth' ? { description: 'YYYY-MM-DD or DD/MM/YYYY' } : {}),
  };
}
