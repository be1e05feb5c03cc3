import { unwrapResolverError } from '@apollo/server/errors';
import { Refusal } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { logFailure } from '../errorHandler.js';
import { answerTo, HttpRefusal } from '../problems.js';

/** Codes of errors by which GraphQL itself refuses a malformed question. */
const QUESTION_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** An error of the whole request, with its HTTP status. */
export function requestError(error: unknown, correlationId?: string): GraphQLError {
  const { problem, graphqlCode } = answerTo(error, correlationId);
  return new GraphQLError(problem.error, {
    extensions: { code: graphqlCode, problem, http: { status: problem.status } },
  });
}

/** Every error as `{ message, locations, path, extensions: { code, problem } }`. */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const code = String(formatted.extensions?.code);
  const { message, locations, path } = formatted;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (formatted.extensions?.problem) return formatted;

  const isQuestionAtFault = QUESTION_CODES.has(code) && !isRefused(error);
  const answer = isQuestionAtFault
    ? answerTo(new HttpRefusal(400, code.toLowerCase().replaceAll('_', '-'), message))
    : answerTo(unwrapResolverError(error));
  return {
    message: answer.problem.error,
    ...place,
    extensions: {
      code: isQuestionAtFault ? code : answer.graphqlCode,
      problem: answer.problem,
    },
  };
}

const isRefused = (error: unknown): boolean => unwrapResolverError(error) instanceof Refusal;

/**
 * What failed on our side. GraphQL's own errors repeat the values that they are about, which may be
 * anybody's: those of a question are the sender's, those of an answer are reported without them.
 */
function causeOnOurSide({ originalError: cause, path }: GraphQLError): Error | null {
  if (!cause) return null;
  if (!(cause instanceof GraphQLError)) return cause;
  return path ? new Error(`What ${path.at(-1)} answers is not of its type`) : null;
}

/** Logs those of our side, without what GraphQL says of values. */
export function logFailures(
  logger: Logger,
  errors: readonly GraphQLError[],
  correlationId: string,
): void {
  for (const error of errors) {
    const cause = causeOnOurSide(error);
    if (cause) logFailure(logger, cause, correlationId);
  }
}

/** Gives every problem the id under which the log knows its request. */
export function nameRequest(errors: readonly GraphQLFormattedError[], correlationId: string): void {
  for (const { extensions } of errors) {
    const problem = extensions?.problem;
    if (problem && typeof problem === 'object') Object.assign(problem, { correlationId });
  }
}
