import { gzipSync } from 'node:zlib';
import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { startSpan, withSpan } from '@insuremanager/services/platform/telemetry/tracing';
import type { Request, RequestHandler, Response, Router } from 'express';
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
  /** What a request may call. */
  servicesOf(response: Response): GraphqlServices;
}

/**
 * `POST /graphql`, for signed-in users only: a stranger's query is not even parsed, one of somebody
 * signed in only where it is of a bearable size.
 */
export function graphqlRoute(router: Router, { server, servicesOf }: Parts): void {
  const answer: RequestHandler = async (request, response) => {
    const { correlationId } = response.locals;
    const answered = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: headersOf(request),
        search: '',
        body: request.body,
      },
      async context() {
        try {
          refuseOversized(queryOf(request.body));
          return graphqlContext(
            servicesOf(response),
            signedInUser(response),
            correlationId,
            batchIdOf(request),
          );
        } catch (error) {
          throw requestError(error, correlationId);
        }
      },
    });
    send(response, answered);
  };
  // What is asked for is checked field by field: see graphqlAccess.ts.
  const handlers = [jsonBody, inSpanOfOperation, answer];
  route(router, '/graphql', { post: { access: 'account', handlers } });
}

/** Those that Apollo looks at: it refuses what a page of another site could send without asking. */
const READ_BY_APOLLO = [
  'accept',
  'content-type',
  'x-apollo-operation-name',
  'apollo-require-preflight',
];

function headersOf({ headers }: Request): HeaderMap {
  const read = new HeaderMap();
  for (const name of READ_BY_APOLLO) {
    const value = headers[name];
    if (value !== undefined) read.set(name, String(value));
  }
  return read;
}

/** Smaller ones become no smaller. Bytes. */
const LEAST_COMPRESSED = 1024;
/** A page becomes a seventh in a twentieth of a millisecond; the next level takes twice that. */
const LEVEL = 3;

/**
 * In one piece, and so in one write. It is compressed at once, too: a stream that does it elsewhere
 * takes longer to be made than that takes.
 */
function send(response: Response, { status, headers, body }: HTTPGraphQLResponse): void {
  // Only what is deferred comes in pieces, which the schema does not know.
  if (body.kind !== 'complete') throw new Error('An answer comes in pieces');
  const plain = Buffer.from(body.string);
  const isCompressed =
    plain.length >= LEAST_COMPRESSED && response.req.acceptsEncodings('gzip') === 'gzip';
  const bytes = isCompressed ? gzipSync(plain, { level: LEVEL }) : plain;
  response.statusCode = status ?? 200;
  for (const [name, value] of headers) response.setHeader(name, value);
  response.vary('Accept-Encoding');
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
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
