import { pastIsReadOnly } from '@insuremanager/services/platform/pastPlatform';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { defaultFieldResolver } from 'graphql';
import type { GraphqlContext } from '../graphql/graphqlContext.js';
import { requireAccess } from './access.js';
import { GRAPHQL_ACCESS } from './graphqlAccess.js';

type RootField = GraphQLField<unknown, GraphqlContext>;

/**
 * Has every field of the root types ask whether the user may have it, before it does anything.
 * @throws when a field is listed nowhere, or a line of the table names none: then nothing starts.
 */
export function guardFields(schema: GraphQLSchema): GraphQLSchema {
  const unused = new Set(Object.keys(GRAPHQL_ACCESS));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      guard(`${root?.name}.${field.name}`, field, root === schema.getQueryType());
      unused.delete(`${root?.name}.${field.name}`);
    }
  }
  if (unused.size > 0) throw new Error(`No such GraphQL fields: ${[...unused].join(', ')}`);
  return schema;
}

function guard(name: string, field: RootField, isReading: boolean): void {
  const access = GRAPHQL_ACCESS[name];
  if (!access) throw new Error(`Who may ask for ${name}? List it in GRAPHQL_ACCESS.`);
  const { resolve = defaultFieldResolver, subscribe } = field;
  // Of a subscription the source is guarded: what it brings was asked for there.
  if (subscribe) {
    field.subscribe = (root, args, context, info) => {
      requireAccess(context.user, access);
      if (context.asOf) throw pastIsReadOnly();
      return subscribe(root, args, context, info);
    };
    return;
  }
  field.resolve = (root, args, context, info) => {
    requireAccess(context.user, access);
    if (context.asOf && !isReading) throw pastIsReadOnly();
    return resolve(root, args, context, info);
  };
}
