import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A reference to a named shape. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of one shape, with everything in it written out. */
export const inlineSchema = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return compact(json) as JsonSchema;
};

/** What is said of a field beyond its type. */
export type Told = (field: string) => JsonSchema;

/** Shapes under their names, those within others by reference. */
export function named(
  io: 'input' | 'output',
  schemas: Record<string, z.ZodType>,
  told: Told = () => ({}),
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...json }]) => {
      const shape = withTold(compact(json) as JsonSchema, told);
      const required = io === 'input' ? missedIn(schemas[id]) : [];
      return [id, { ...shape, ...(required.length > 0 ? { required } : {}) }];
    }),
  );
}

/** The fields without which an input is refused, whatever their types make of it. */
function missedIn(schema: z.ZodType | undefined): string[] {
  const issues = schema?.safeParse({}).error?.issues ?? [];
  return issues.map(({ path }) => path.join('.'));
}

function withTold({ properties, ...rest }: JsonSchema, told: Told): JsonSchema {
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([field, schema]) => [
      field,
      schema.properties ? withTold(schema, told) : { ...schema, ...told(field) },
    ],
  );
  return { ...rest, properties: Object.fromEntries(fields) };
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
  const flat = isNullable ? { ...rest, ...orNull(value) } : schema;
  return Object.fromEntries(
    Object.entries(flat)
      .filter(([key, inner]) => !isNoise(key, inner, flat))
      .map(([key, inner]) => [key, compact(inner)]),
  );
}

const orNull = ({ type, enum: words, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  type: [type, 'null'],
  ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
});

const isNoise = (key: string, value: unknown, schema: object): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && 'format' in schema);
