import type { RequestHandler, Response, Router } from 'express';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { createHandler, type RequestParams } from 'graphql-sse';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { DEEPEST, depthLimit } from './depthLimit.js';
import { type GraphqlContext, type GraphqlServices, graphqlContext } from './graphqlContext.js';
import { formatError } from './graphqlErrors.js';
import {
  createOpenStreams,
  type OpenStream,
  type OpenStreams,
  type StreamParts,
} from './openStreams.js';
import { refuseCostly } from './queryCosts.js';

interface Parts extends StreamParts {
  readonly schema: GraphQLSchema;
  /** What a request may call. */
  servicesOf(response: Response): GraphqlServices;
}

const EVENT_STREAM = 'text/event-stream';
/** Longest subscription, in tokens. */
const MOST_TOKENS = 200;

/** What the handler keeps of a request. */
interface StreamContext {
  readonly graphql: GraphqlContext;
  readonly stream: OpenStream;
}

/**
 * `POST /graphql/stream`: a subscription over server-sent events, as the "distinct connections
 * mode" of GraphQL over SSE says. For signed-in users only, for as long as their session lasts.
 */
export function streamRoute(
  router: Router,
  { schema, servicesOf, ...parts }: Parts,
): Pick<OpenStreams, 'count' | 'end'> {
  const streams = createOpenStreams(parts);
  const handle = createHandler<unknown, StreamContext, Record<PropertyKey, unknown>>({
    // Nobody may reserve a stream, or reach another one by its token.
    authenticate: () => null,
    onSubscribe: ({ context: { graphql } }, params) => {
      try {
        return subscriptionOf(schema, params, graphql);
      } catch (error) {
        const errors = [refusalOf(error)];
        return [
          JSON.stringify({ errors }),
          { status: 400, statusText: 'Bad Request', headers: JSON_ANSWER },
        ];
      }
    },
    onNext: (_graphql, { context: { stream } }) => stream.taken(),
  });

  const serve: RequestHandler = async (request, response) => {
    if (request.headers.accept !== EVENT_STREAM) throw notAccepted();
    const user = signedInUser(response);
    const stream = streams.open(user.userId, request, response);
    try {
      const graphql = graphqlContext(servicesOf(response), user, response.locals.correlationId);
      const [body, { status, headers }] = await handle({
        method: request.method,
        url: request.url,
        headers: { get: (name) => request.get(name) },
        body: request.body,
        raw: null,
        context: { graphql, stream },
      });
      if (body && typeof body !== 'string') await stream.send(body);
      else response.writeHead(status, headers).end(body);
    } finally {
      stream.close();
    }
  };
  route(router, '/graphql/stream', { post: { access: 'account', handlers: [jsonBody, serve] } });
  return streams;
}

const JSON_ANSWER = { 'content-type': 'application/json; charset=utf-8' };

/**
 * What is to be executed. Without fragments a text is as long as what it asks for.
 * @throws GraphQLError, HttpRefusal when it is malformed, too large, or no subscription.
 */
function subscriptionOf(
  schema: GraphQLSchema,
  { query, operationName, variables }: RequestParams,
  context: GraphqlContext,
): ExecutionArgs & { contextValue: Record<PropertyKey, unknown> } {
  const document = parse(query, { maxTokens: MOST_TOKENS });
  const [definition, ...others] = document.definitions;
  if (
    definition?.kind !== Kind.OPERATION_DEFINITION ||
    definition.operation !== 'subscription' ||
    others.length > 0
  ) {
    throw new HttpRefusal(400, 'not-a-subscription', 'Send one subscription, without fragments.');
  }
  const [fault] = validate(schema, document, [...specifiedRules, depthLimit(DEEPEST)]);
  if (fault) throw fault;
  refuseCostly(schema, document, operationName, variables ?? {});
  return {
    schema,
    document,
    operationName,
    variableValues: variables,
    contextValue: { ...context },
  };
}

const refusalOf = (error: unknown) => {
  const code = 'GRAPHQL_VALIDATION_FAILED';
  if (!(error instanceof GraphQLError)) {
    return formatError({ message: 'Refused', extensions: {} }, error);
  }
  return formatError({ ...error.toJSON(), extensions: { code } }, error);
};

const notAccepted = () => new HttpRefusal(406, 'no-event-stream', `Ask for ${EVENT_STREAM} here.`);
