import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { unauthenticated } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import compression from 'compression';
import type { Router } from 'express';
import { logDefect } from '../errorHandler.js';
import { answerTo, HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { type Sessions, userOf } from '../sessions/signedInOnly.js';
import { type GraphqlContext, type GraphqlServices, graphqlContext } from './graphqlContext.js';
import { requestError } from './graphqlErrors.js';
import { refuseOversized } from './queryLimits.js';

interface Parts {
  readonly server: ApolloServer<GraphqlContext>;
  readonly sessions: Sessions;
  readonly services: GraphqlServices;
  readonly logger: Logger;
}

/**
 * `POST /graphql`, for signed-in users only: a stranger's query is not even parsed, one of somebody
 * signed in only where it is of a bearable size.
 */
export function graphqlRoute(router: Router, { server, sessions, services, logger }: Parts): void {
  const graphql = expressMiddleware(server, {
    async context({ req, res }) {
      const { correlationId } = res.locals;
      try {
        const user = await userOf(sessions, req);
        if (user === null) throw unauthenticated();
        refuseOversized(queryOf(req.body));
        return graphqlContext(services, user, correlationId);
      } catch (error) {
        if (answerTo(error).isDefect) logDefect(logger, error, correlationId);
        throw requestError(error, correlationId);
      }
    },
  });
  route(router, '/graphql', { post: [compression(), jsonBody, graphql] });
}

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
