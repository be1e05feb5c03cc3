import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import compression from 'compression';
import type { Router } from 'express';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { type GraphqlContext, type GraphqlServices, graphqlContext } from './graphqlContext.js';

interface Parts {
  readonly server: ApolloServer<GraphqlContext>;
  readonly services: GraphqlServices;
}

/** `POST /graphql`, for signed-in users only: a stranger's query is not even parsed. */
export function graphqlRoute(router: Router, { server, services }: Parts): void {
  const graphql = expressMiddleware(server, {
    context: async ({ res }) =>
      graphqlContext(services, signedInUser(res), res.locals.correlationId),
  });
  route(router, '/graphql', { post: [compression(), jsonBody, graphql] });
}
