import type { Documented } from '@insuremanager/contracts/fields/field';
import { z } from 'zod';
import { wordsOf } from '../fieldWords.js';

export type JsonSchema = Record<string, unknown>;

/** A schema of the contracts under the name that its shape has in the document. */
export type Named<Schema extends z.ZodType = z.ZodType> = Readonly<Record<string, Schema>>;

/** A named shape, or a list of them. */
export type Shape = Named | readonly [Named];

/** A reference to a named shape. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The shape under its name, without the list around it. */
export const nameIn = (shape: Shape = {}): Named => (isList(shape) ? shape[0] : shape);

export const refTo = (shape: Shape): JsonSchema => {
  const one = ref(Object.keys(nameIn(shape)).join());
  return isList(shape) ? { type: 'array', items: one } : one;
};

const isList = (shape: Shape): shape is readonly [Named] => Array.isArray(shape);

/** The schema of one shape, with everything in it written out. */
export const inlineSchema = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return compact(json) as JsonSchema;
};

/** Shapes under their names, those within others by reference. */
export function named(
  io: 'input' | 'output',
  schemas: Record<string, z.ZodType>,
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...json }]) => {
      const shape = compact(json) as JsonSchema;
      const required = io === 'input' ? missedIn(schemas[id]) : [];
      return [id, { ...shape, ...(required.length > 0 ? { required } : {}) }];
    }),
  );
}

/** The fields without which an input is refused, whatever their types make of it. */
export function missedIn(schema: z.ZodType | undefined): string[] {
  const issues = schema?.safeParse({}).error?.issues ?? [];
  return issues.map(({ path }) => path.join('.'));
}

/**
 * Shorter and no less true: `anyOf: [{ type: string }, { type: null }]` is `type: [string, null]`;
 * what may be sent of a field is in words of JSON Schema; bounds of safe integers, patterns beside a format, and that answers will never grow, are left out.
 */
function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { documented, ...rest } = schema as { documented?: Documented };
  const flat = flattened({ ...rest, ...(documented && wordsOf(documented)) });
  return Object.fromEntries(
    Object.entries(flat)
      .filter(([key, inner]) => !isNoise(key, inner, flat))
      .map(([key, inner]) => [key, compact(inner)]),
  );
}

/** Alternatives of plain types, at most one of which says more, as one list of types. */
function flattened({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf) || rest.type) return rest;
  const parts: JsonSchema[] = anyOf.map((part) => flattened(part as JsonSchema));
  const isPlain = (part: JsonSchema) => Object.keys(part).length === 1;
  const detailed = parts.filter((part) => !isPlain(part));
  const isScalar = ({ type, items }: JsonSchema) => type !== undefined && items === undefined;
  if (!parts.every(isScalar) || detailed.length > 1) return { ...rest, anyOf };
  const { enum: values, ...detail } = detailed[0] ?? {};
  const type = parts.flatMap((part) => part.type);
  const orNull = type.includes('null') ? [null] : [];
  return {
    ...detail,
    ...(Array.isArray(values) && { enum: [...values, ...orNull] }),
    ...rest,
    type,
  };
}

const isNoise = (key: string, value: unknown, schema: object): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'pattern' && 'format' in schema);
