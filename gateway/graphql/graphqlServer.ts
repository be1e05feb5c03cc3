import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Logger } from '@insuremanager/services/platform/logger';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { HttpRefusal } from '../problems.js';
import { DEEPEST, depthLimit } from './depthLimit.js';
import type { GraphqlContext } from './graphqlContext.js';
import { errorTelling, formatError, requestError } from './graphqlErrors.js';
import { refuseCostly } from './queryCosts.js';
import { MOST_TOKENS } from './queryLimits.js';

/** Selections after all fragments are spread: more would be a way to make small texts expensive. */
const MOST_SELECTIONS = 2000;

/** Apollo, bounded on every side. Call `start` before use. */
export const createGraphqlServer = (
  schema: GraphQLSchema,
  logger: Logger,
): ApolloServer<GraphqlContext> =>
  new ApolloServer<GraphqlContext>({
    schema,
    nodeEnv: 'production',
    // Nobody gets as far as a schema without a session, see graphqlRoute.
    introspection: true,
    csrfPrevention: true,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MOST_TOKENS },
    maxRecursiveSelections: MOST_SELECTIONS,
    validationRules: [depthLimit(DEEPEST)],
    formatError,
    logger: apolloLog(logger),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      costLimit,
      stalenessTelling,
      errorTelling<GraphqlContext>(logger),
    ],
  });

const costLimit: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, operationName, request }) {
        if (operation?.operation === 'subscription') throw requestError(toBeStreamed());
        try {
          refuseCostly(schema, document, operationName, request.variables ?? {});
        } catch (error) {
          if (error instanceof HttpRefusal) throw requestError(error);
          if (error instanceof GraphQLError) throw wrongVariables(error);
          throw error;
        }
      },
    };
  },
};

const toBeStreamed = () =>
  new HttpRefusal(400, 'not-streamed', 'Send subscriptions to /graphql/stream.');

/** To reckon the cost, the variables are read for the first time. */
const wrongVariables = ({ message }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });

const stalenessTelling: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body }, contextValue }) {
        if (contextValue.stale && body.kind === 'single') {
          body.singleResult.extensions = { ...body.singleResult.extensions, stale: true };
        }
      },
    };
  },
};

/** Apollo's own remarks, without the texts that it builds from requests. */
function apolloLog(logger: Logger) {
  const remark = (level: 'warn' | 'error') => () =>
    logger[level]({}, 'The GraphQL server reports trouble of its own');
  const silent = () => undefined;
  return { debug: silent, info: silent, warn: remark('warn'), error: remark('error') };
}
