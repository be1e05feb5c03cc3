import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** No record has it. */
const NO_SUCH_ID = 999_999;

/** The least that can be asked of a field of a root type: what it must be given, and one leaf. */
export const smallestQuery = (
  operation: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
): string => {
  const given = field.args
    .filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    .map(({ name, type }) => `${name}: ${literalOf(type)}`);
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  return `${operation} { ${field.name}${args}${leafOf(field.type)} }`;
};

function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(
      ({ type: inner, defaultValue }) => isNonNullType(inner) && defaultValue === undefined,
    );
    return `{ ${required.map((one) => `${one.name}: ${literalOf(one.type)}`).join(', ')} }`;
  }
  const literals: Record<string, string> = {
    Int: String(NO_SUCH_ID),
    Boolean: 'false',
    LocalDate: '"2026-01-01"',
    DateTime: '"2026-01-01T00:00:00Z"',
  };
  return literals[type.name] ?? '"x"';
}

function leafOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields());
  const leaf = fields.find(
    ({ type: inner, args }) => isLeafType(getNamedType(inner)) && args.length === 0,
  );
  const chosen = leaf ?? fields[0];
  return chosen ? ` { ${chosen.name}${leafOf(chosen.type)} }` : '';
}
