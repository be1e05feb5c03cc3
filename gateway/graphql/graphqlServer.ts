import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Logger } from '@insuremanager/services/platform/logger';
import { type Metrics, secondsSince } from '@insuremanager/services/platform/telemetry/metrics';
import { nameSpan } from '@insuremanager/services/platform/telemetry/tracing';
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { HttpRefusal } from '../problems.js';
import { DEEPEST, depthLimit } from './depthLimit.js';
import { createDocumentStore } from './documentStore.js';
import type { GraphqlContext } from './graphqlContext.js';
import { formatError, logFailures, nameRequest, requestError } from './graphqlErrors.js';
import { createCostLimit } from './queryCosts.js';
import { MOST_TOKENS } from './queryLimits.js';

/** Selections after all fragments are spread: more would be a way to make small texts expensive. */
const MOST_SELECTIONS = 2000;

/** Apollo, bounded on every side. Call `start` before use. */
export const createGraphqlServer = (
  schema: GraphQLSchema,
  logger: Logger,
  metrics: Metrics,
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
    documentStore: createDocumentStore(),
    parseOptions: { maxTokens: MOST_TOKENS },
    maxRecursiveSelections: MOST_SELECTIONS,
    validationRules: [depthLimit(DEEPEST)],
    formatError,
    logger: apolloLog(logger),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      watching(createCostLimit(schema), logger, metrics),
    ],
  });

/**
 * Refuses what is too costly, measures and names operations by what they ask for, not by what
 * clients call them, and says in the answer what its data does not. One plugin: each costs every
 * request a promise for every step.
 */
const watching = (
  refuseCostly: ReturnType<typeof createCostLimit>,
  logger: Logger,
  metrics: Metrics,
): ApolloServerPlugin<GraphqlContext> => ({
  async requestDidStart() {
    const began = performance.now();
    return {
      async didResolveOperation({ document, operation, operationName, request }) {
        if (operation?.operation === 'subscription') throw requestError(toBeStreamed());
        try {
          refuseCostly(document, operationName, request.variables ?? {});
        } catch (error) {
          if (error instanceof HttpRefusal) throw requestError(error);
          if (error instanceof GraphQLError) throw wrongVariables(error);
          throw error;
        }
        if (!operation) return;
        const { type, field } = operationLabels(operation);
        nameSpan(`${type} ${field}`);
      },
      async didEncounterErrors({ errors, contextValue: { correlationId } }) {
        logFailures(logger, errors, correlationId);
      },
      async willSendResponse({ operation, errors, response: { body }, contextValue }) {
        if (body.kind === 'single') {
          const { singleResult } = body;
          nameRequest(singleResult.errors ?? [], contextValue.correlationId);
          if (contextValue.stale) {
            singleResult.extensions = { ...singleResult.extensions, stale: true };
          }
        }
        if (!operation) return;
        const labels = { ...operationLabels(operation), outcome: errors ? 'error' : 'ok' };
        const seconds = secondsSince(began);
        metrics.observe('insuremanager_graphql_operation_duration_seconds', labels, seconds);
      },
    };
  },
});

/** Validated by then, so that there are only fields of the schema. */
function operationLabels(operation: OperationDefinitionNode): { type: string; field: string } {
  const [first] = operation.selectionSet.selections;
  return { type: operation.operation, field: first?.kind === 'Field' ? first.name.value : 'none' };
}

const toBeStreamed = () =>
  new HttpRefusal(400, 'not-streamed', 'Send subscriptions to /graphql/stream.');

/** To reckon the cost, the variables are read for the first time. */
const wrongVariables = ({ message }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });

/** Apollo's own remarks, without the texts that it builds from requests. */
function apolloLog(logger: Logger) {
  const remark = (level: 'warn' | 'error') => () =>
    logger[level]({}, 'The GraphQL server reports trouble of its own');
  const silent = () => undefined;
  return { debug: silent, info: silent, warn: remark('warn'), error: remark('error') };
}
