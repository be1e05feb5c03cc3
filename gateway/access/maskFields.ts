import {
  maskedFieldsOf,
  maskedValue,
  maskedViews,
} from '@insuremanager/contracts/identity/masking';
import {
  defaultFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { GraphqlContext } from '../graphql/graphqlContext.js';

/**
 * Has every field that some role sees masked answer what the user may see of it, wherever in an
 * answer it stands.
 * @throws when `masking.ts` names a type or a field that there is not: then nothing starts.
 */
export function maskFields(schema: GraphQLSchema): GraphQLSchema {
  for (const view of maskedViews()) {
    const type = schema.getType(view);
    if (!isObjectType(type)) throw new Error(`No such GraphQL type: ${view}`);
    for (const field of maskedFieldsOf(view)) mask(type, field);
  }
  return schema;
}

function mask(type: GraphQLObjectType<object, GraphqlContext>, name: string): void {
  const { name: view } = type;
  const field = type.getFields()[name];
  if (!field) throw new Error(`No such GraphQL field: ${view}.${name}`);
  const { resolve = defaultFieldResolver } = field;
  field.resolve = (record, args, context, info) => {
    const masked = (value: unknown) => maskedValue(context.user.role, view, name, value, record);
    const value: unknown = resolve(record, args, context, info);
    // A page has hundreds of values: none that is there waits for the next turn.
    return value instanceof Promise ? value.then(masked) : masked(value);
  };
}
