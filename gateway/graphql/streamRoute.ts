import type { RequestHandler, Response, Router } from 'express';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import { z } from 'zod';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { DEEPEST, depthLimit } from './depthLimit.js';
import type { GraphqlServices, SubscriptionContext } from './graphqlContext.js';
import { formatError } from './graphqlErrors.js';
import { createOpenStreams, type OpenStreams, type StreamParts } from './openStreams.js';
import { refuseCostly } from './queryCosts.js';
import { createSharedReports } from './sharedReports.js';

interface Parts extends StreamParts {
  readonly schema: GraphQLSchema;
  /** What a request may call. */
  servicesOf(response: Response): GraphqlServices;
}

const EVENT_STREAM = 'text/event-stream';
/** Longest subscription, in tokens. */
const MOST_TOKENS = 200;
/**
 * Between two reports, for each open stream, in milliseconds: to tell one takes some 15 µs, so that
 * telling never takes more than 6 % of a processor. Few streams are told of a change at once;
 * 1,000 at most four times a second, which is less than they rest themselves.
 */
const REST_MS = 0.25;

/**
 * `POST /graphql/stream`: a subscription over server-sent events, as the "distinct connections
 * mode" of GraphQL over SSE says. For signed-in users only, for as long as their session lasts.
 */
export function streamRoute(
  router: Router,
  { schema, servicesOf, ...parts }: Parts,
): Pick<OpenStreams, 'count' | 'end'> {
  const streams = createOpenStreams(parts);
  const reports = createSharedReports(() => streams.count() * REST_MS);

  const serve: RequestHandler = async (request, response) => {
    if (request.headers.accept !== EVENT_STREAM) throw notAccepted();
    const user = signedInUser(response);
    const stream = streams.open(user, request, response);
    try {
      const { query, operationName, variables } = questionIn(request.body);
      const { asOf, readModels } = servicesOf(response);
      const context: SubscriptionContext = { user: { role: user.role }, asOf, readModels };
      // To the reader of a book another report is made.
      const rights = [user.role, asOf, response.locals.book !== null];
      const question = JSON.stringify([rights, query, operationName, variables]);
      const source = async () => {
        const document = subscriptionIn(schema, { query, operationName, variables });
        const contextValue = { ...context };
        const answers = await subscribe({
          ...{ schema, document, operationName, variableValues: variables, contextValue },
        });
        if (Symbol.asyncIterator in answers) return answers;
        throw answers.errors?.[0];
      };
      await reports.follow(question, source, stream);
    } catch (error) {
      if (response.headersSent) throw error;
      response.status(400).json({ errors: [refusalOf(error)] });
    } finally {
      stream.close();
    }
  };
  route(router, '/graphql/stream', { post: { access: 'account', handlers: [jsonBody, serve] } });
  return streams;
}

const Question = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});
type Question = z.infer<typeof Question>;

/** @throws HttpRefusal */
function questionIn(body: unknown): Question {
  const { data } = Question.safeParse(body);
  if (!data) throw new HttpRefusal(400, 'no-question', 'Send a query, and variables by name.');
  return data;
}

/**
 * What is to be executed. Without fragments a text is as long as what it asks for.
 * @throws GraphQLError, HttpRefusal when it is malformed, too large, or no subscription.
 */
function subscriptionIn(
  schema: GraphQLSchema,
  { query, operationName, variables }: Question,
): DocumentNode {
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
  return document;
}

const refusalOf = (error: unknown) => {
  const code = 'GRAPHQL_VALIDATION_FAILED';
  if (!(error instanceof GraphQLError)) {
    return formatError({ message: 'Refused', extensions: {} }, error);
  }
  return formatError({ ...error.toJSON(), extensions: { code } }, error);
};

const notAccepted = () => new HttpRefusal(406, 'no-event-stream', `Ask for ${EVENT_STREAM} here.`);
