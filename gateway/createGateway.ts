import express, { type Express, type Response, Router } from 'express';
import { asOfDay } from './asOfDay.js';
import { bookOf, bookOnly, capabilitiesOf, changesOfBook } from './books.js';
import { webClient } from './client/webClient.js';
import { nothingHere, problemAnswers } from './errorHandler.js';
import type { GatewayDeps } from './gatewayDeps.js';
import { graphqlRoute } from './graphql/graphqlRoute.js';
import { createGraphqlServer } from './graphql/graphqlServer.js';
import { graphqlSchema } from './graphql/schema.js';
import { streamRoute } from './graphql/streamRoute.js';
import { healthRoutes } from './health/healthRoutes.js';
import { metricsRoute } from './metrics/metricsRoute.js';
import { requestTiming } from './metrics/requestTiming.js';
import { openApiRoutes } from './openapi/openApiRoutes.js';
import { addRestRoutes } from './rest/restRoute.js';
import { ACCOUNT_ROUTES, PUBLIC_ROUTES, RECORD_ROUTES } from './rest/restRoutes.js';
import { operatorsByToken, operatorsOnly } from './security/operators.js';
import { ownHostOnly } from './security/ownHost.js';
import { requestIds } from './security/requestIds.js';
import { sameOriginOnly } from './security/sameOrigin.js';
import { securityHeaders } from './security/securityHeaders.js';
import { createSessionCookie, sessionCookieName } from './sessions/sessionCookie.js';
import { type Sessions, sessionsOf } from './sessions/signedInUser.js';
import { browserSpansRoute } from './tracing/browserSpans.js';
import { requestSpans } from './tracing/requestSpans.js';
import { createUploadSlots } from './uploads/uploadSlots.js';

export interface Gateway {
  /** Handles requests; give it to an HTTP server, or to `listen`. */
  readonly app: Express;
  /** Browsers that are told of changes. */
  openStreams(): number;
  /** Ends what would never end by itself, and takes no more of it: before the server stops. */
  endStreams(): void;
  /** Frees what the gateway itself holds; what it was given lives on. */
  close(): Promise<void>;
}

/** Both APIs of the product and its web client, as one Express app. */
export async function createGateway(deps: GatewayDeps): Promise<Gateway> {
  const { settings, agency, identity, readModels, logger, metrics, exposition } = deps;
  const { origin, protocol } = new URL(settings.publicUrl);
  const isBehindTls = protocol === 'https:';
  const ownOrigin = settings.isPublicUrlGiven ? origin : undefined;
  const sessions: Sessions = { identity, cookie: createSessionCookie(isBehindTls) };
  const slots = createUploadSlots(deps.takeSlot);
  const schema = graphqlSchema();
  const graphql = createGraphqlServer(schema, logger, metrics);
  await graphql.start();

  const app = express();
  app.set('trust proxy', settings.trustedProxies ?? false);
  // Versions of records are their entity tags; a hash of every other answer helps nobody.
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(requestIds, requestTiming(metrics), requestSpans);
  app.use(securityHeaders(isBehindTls), sameOriginOnly(ownOrigin), ownHostOnly(ownOrigin));

  const router = Router();
  router.use(asOfDay);
  router.use(['/api', '/graphql', '/health', '/metrics'], (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  router.use(sessionsOf(sessions));
  router.use(accountsRouter(sessions, sessionCookieName(isBehindTls)));
  router.use(['/api', '/graphql'], bookOnly(deps, agency.ownBook, sessions.cookie));
  const servicesOf = (response: Response) => ({
    ...capabilitiesOf(response),
    identity,
    asOf: response.locals.asOf ?? null,
    readModels: changesOfBook(response, readModels),
    slots,
  });
  // What is asked most comes first: routes are tried in turn.
  graphqlRoute(router, { server: graphql, servicesOf });
  addRestRoutes(router, RECORD_ROUTES, servicesOf);
  addRestRoutes(router, PUBLIC_ROUTES, () => deps);
  const limits = settings.streamLimits;
  const streams = streamRoute(router, {
    ...{ schema, sessions, servicesOf, readModels, logger, limits },
    bookOf: (user) => bookOf(user, agency.ownBook),
  });
  const isOperator = operatorsByToken(settings.opsToken);
  healthRoutes(router, deps, isOperator);
  metricsRoute(router, exposition, [operatorsOnly(isOperator, settings.opsToken)]);
  browserSpansRoute(router, deps.takeBrowserSpans, deps.limits);
  router.use(['/api', '/graphql', '/health', '/metrics'], nothingHere);
  webClient(router, { webRoot: settings.webRoot, origin, sessions, agency });

  app.use(router);
  app.use(problemAnswers(logger));
  return { app, openStreams: streams.count, endStreams: streams.end, close: () => graphql.stop() };
}

/** Of the API alone: routes are tried in turn, and most requests are for GraphQL. */
function accountsRouter(sessions: Sessions, cookieName: string): Router {
  const router = Router();
  router.use(({ path }, _response, next) => next(path === '/graphql' ? 'router' : undefined));
  addRestRoutes(router, ACCOUNT_ROUTES, () => sessions);
  openApiRoutes(router, cookieName);
  return router;
}
