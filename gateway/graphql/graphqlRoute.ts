import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { startSpan, withSpan } from '@insuremanager/services/platform/telemetry/tracing';
import compression from 'compression';
import type { RequestHandler, Router } from 'express';
import { batchIdOf } from '../commandContexts.js';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { type GraphqlContext, type GraphqlServices, graphqlContext } from './graphqlContext.js';
import { requestError } from './graphqlErrors.js';
import { refuseOversized } from './queryLimits.js';

interface Parts {
  readonly server: ApolloServer<GraphqlContext>;
  readonly services: GraphqlServices;
}

/**
 * `POST /graphql`, for signed-in users only: a stranger's query is not even parsed, one of somebody
 * signed in only where it is of a bearable size.
 */
export function graphqlRoute(router: Router, { server, services }: Parts): void {
  const graphql = expressMiddleware(server, {
    async context({ req, res }) {
      const { correlationId } = res.locals;
      try {
        refuseOversized(queryOf(req.body));
        return graphqlContext(services, signedInUser(res), correlationId, batchIdOf(req));
      } catch (error) {
        throw requestError(error, correlationId);
      }
    },
  });
  route(router, '/graphql', { post: [compression(), jsonBody, inSpanOfOperation, graphql] });
}

/** Named by its operation once that is known. */
const inSpanOfOperation: RequestHandler = (_request, response, next) => {
  const span = startSpan('graphql', {});
  response.once('close', () => span.end());
  withSpan(span, next);
};

/**
 * Empty where there is none: Apollo says so.
 * @throws HttpRefusal 400 for one that is named by its hash.
 */
function queryOf(body: unknown): string {
  if (!body || typeof body !== 'object') return '';
  const { query, extensions } = body as Record<string, unknown>;
  if (extensions && typeof extensions === 'object' && 'persistedQuery' in extensions) {
    throw new HttpRefusal(400, 'persisted-query', 'Send the query itself, not its hash.');
  }
  return typeof query === 'string' ? query : '';
}
