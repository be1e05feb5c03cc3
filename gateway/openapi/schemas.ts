import {
  CUSTOMER_LABELS,
  CUSTOMER_LIMITS,
  CustomerInput,
  CustomerPatch,
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
    ...named('input', { Credentials, CustomerInput, CustomerPatch }, describeCustomerField),
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
  return json;
};

function named(
  io: 'input' | 'output',
  schemas: Record<string, z.ZodType>,
  describe: (field: string, schema: JsonSchema) => void = () => undefined,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema, path }) => {
      const field = path.at(-1);
      if (path.at(-2) === 'properties' && typeof field === 'string') describe(field, jsonSchema);
    },
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...json }]) => [id, json]),
  );
}

/** Lengths count after the value has been brought to normal form, so they are told in words. */
function describeCustomerField(field: string, schema: JsonSchema): void {
  const limits: Record<string, number> = CUSTOMER_LIMITS;
  const labels: Record<string, string> = CUSTOMER_LABELS;
  if (labels[field]) schema.title = labels[field];
  if (limits[field]) schema.description = `At most ${limits[field]} characters`;
}
