import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { Problem } from '@insuremanager/contracts/problem';

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

const problemIn = (value: unknown): Problem | null => {
  const parsed = Problem.safeParse(value);
  return parsed.success ? parsed.data : null;
};

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

/** The sentence to show: the gateway's own, or the fallback when none arrived. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  failureOf(error).problem?.error ?? fallback;
