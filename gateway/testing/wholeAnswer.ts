import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';

/** Everything that a field answers, down to some levels of records within records. */
export function wholeAnswer(type: GraphQLOutputType, levels = 3): string {
  const named = getNamedType(type);
  return isObjectType(named) ? ` { ${fieldsOf(named, levels).join(' ')} }` : '';
}

const fieldsOf = (type: GraphQLObjectType, levels: number): string[] => [
  '__typename',
  ...Object.values(type.getFields()).flatMap((field) => {
    if (field.args.length > 0) return [];
    if (isLeafType(getNamedType(field.type))) return [field.name];
    return levels > 1 ? [`${field.name}${wholeAnswer(field.type, levels - 1)}`] : [];
  }),
];
