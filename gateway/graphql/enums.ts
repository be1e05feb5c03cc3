import { registerEnumType } from 'type-graphql';

export type EnumOf<Value extends string> = Readonly<Record<string, Value>>;

const enums = new Map<string, object>();

/** An enum of these values. A name in GraphQL has no hyphen. */
export function enumType<Value extends string>(
  name: string,
  values: readonly Value[],
): EnumOf<Value> {
  const named = Object.fromEntries(values.map((value) => [value.replaceAll('-', '_'), value]));
  if (enums.has(values.join())) throw new Error(`Another enum has the values of ${name}`);
  registerEnumType(named, { name });
  enums.set(values.join(), named);
  return named;
}

export const hasEnum = (values: readonly string[]): boolean => enums.has(values.join());

/** The enum of these values. */
export function enumOf<Value extends string>(values: readonly Value[]): EnumOf<Value> {
  const existing = enums.get(values.join());
  if (!existing) throw new Error(`No enum of GraphQL has the values ${values.join(', ')}`);
  return existing as EnumOf<Value>;
}
