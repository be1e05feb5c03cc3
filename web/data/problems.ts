import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { Problem } from '@insuremanager/contracts/problem';

/** How a request ended when it did not succeed. */
export interface Failure {
  /** `NETWORK` when no answer of the gateway arrived: whether it was done is unknown. */
  code: string;
  /** What the gateway said, when it said something. */
  problem: Problem | null;
}

const NETWORK: Failure = { code: 'NETWORK', problem: null };

/** Codes that leave open whether a command was carried out. */
const UNDECIDED = new Set(['NETWORK', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

/** Codes of answers that did not come from GraphQL itself but from the doors before it. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  413: 'BAD_USER_INPUT',
  429: 'TOO_MANY_REQUESTS',
};

export function failureOf(error: unknown): Failure {
  if (ServerError.is(error)) {
    const code = CODE_OF_STATUS[error.statusCode] ?? 'UNAVAILABLE';
    return { code, problem: problemIn(parsedJson(error.bodyText)) };
  }
  if (!CombinedGraphQLErrors.is(error)) return NETWORK;
  const extensions = error.errors[0]?.extensions;
  const code = extensions?.code;
  return {
    code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
    problem: problemIn(extensions?.problem),
  };
}

/** By its sentence and its code; the schema of the rest would come with every first screen. */
const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  ['error', 'code'].every((key) => typeof Reflect.get(value, key) === 'string');

const problemIn = (value: unknown): Problem | null => (isProblem(value) ? value : null);

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a page of a proxy, say
  }
}

/** Problems of a server that is away, of which the gateway says that nothing was or will be done. */
const DECIDED_PROBLEMS = new Set(['email-not-sent', 'reminder-not-sent']);

/** Whether the gateway has answered for good, so that trying again would be a new command. */
export const isDecided = ({ code, problem }: Failure): boolean =>
  !UNDECIDED.has(code) || DECIDED_PROBLEMS.has(problem?.code ?? '');

const OFFLINE = 'You are offline.';
const STILL_HERE = 'What you typed is still here.';
const UNREACHED = `The server cannot be reached. ${STILL_HERE}`;

/** Whether no answer came because this machine has no network. */
export const isOffline = ({ code }: Failure): boolean =>
  code === 'NETWORK' && navigator.onLine === false;

/** Whether the same may well succeed when it is sent again, as it stands. */
const isWorthRepeating = ({ code }: Failure): boolean => UNDECIDED.has(code);

/** Why a form was not sent: in the gateway's words, or for want of a network; null: nobody knows. */
export const reasonOf = (failure: Failure): string | null => {
  if (failure.problem) return failure.problem.error;
  if (isOffline(failure)) return `${OFFLINE} ${STILL_HERE}`;
  return failure.code === 'NETWORK' ? UNREACHED : null;
};

/**
 * Whether a toast is to say that it failed: where trying again can help, or nothing else is known. A
 * refusal and being offline are said once, where one was typing.
 */
export const needsToast = (failure: Failure): boolean =>
  reasonOf(failure) === null || (isWorthRepeating(failure) && !isOffline(failure));

/** What a form says of why it was not sent; the fallback where nobody knows. */
export const sentenceFor = (failure: Failure, fallback: string): string =>
  reasonOf(failure) ?? fallback;

/** The sentence to show: the gateway's own, that one is offline, or the fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  const failure = failureOf(error);
  return failure.problem?.error ?? (isOffline(failure) ? OFFLINE : fallback);
}

/**
 * What a toast says of an action that failed: why it was refused, that one is offline, or that it
 * failed and may be tried again.
 */
export const sentenceOfAction = (failure: Failure, failed: string): string => {
  if (failure.problem && isDecided(failure)) return failure.problem.error;
  return isOffline(failure) ? OFFLINE : failed;
};
