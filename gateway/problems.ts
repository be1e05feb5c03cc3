import { STATUS_CODES } from 'node:http';
import type { Problem } from '@insuremanager/contracts/problem';
import { Refusal, type RefusalKind, unavailable } from '@insuremanager/services/platform/errors';
import { isOutOfRoom, isUnreachable } from '@insuremanager/services/platform/postgres/postgres';

const STATUSES: Record<RefusalKind, number> = {
  invalid: 400,
  'too-large': 413,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-many': 429,
  unavailable: 503,
};

const GRAPHQL_CODES: Record<RefusalKind, string> = {
  invalid: 'BAD_USER_INPUT',
  'too-large': 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  stale: 'STALE_VERSION',
  'too-many': 'TOO_MANY_REQUESTS',
  unavailable: 'UNAVAILABLE',
};

/** A "no" that only HTTP knows: the request did not even have the form of a question. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** An error, ready for either API. */
export interface Answer {
  readonly problem: Problem;
  readonly graphqlCode: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True when nobody foresaw it: it must be logged, and its cause must not be shown. */
  readonly isDefect: boolean;
}

const problem = (
  status: number,
  code: string,
  error: string,
  correlationId: string | undefined,
): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  error,
  code,
  ...(correlationId ? { correlationId } : {}),
});

/** The one translation of errors to what the outside reads. */
export function answerTo(error: unknown, correlationId?: string): Answer {
  if (error instanceof Refusal) return answerToRefusal(error, correlationId);
  // Queries of read models throw as the driver does.
  if (isUnreachable(error)) {
    return answerToRefusal(unavailable('The database', error), correlationId);
  }
  if (isOutOfRoom(error)) return answerToRefusal(databaseFull(error), correlationId);
  const refusal = error instanceof HttpRefusal ? error : expressRefusal(error);
  if (refusal) {
    return {
      problem: problem(refusal.status, refusal.code, refusal.message, correlationId),
      graphqlCode: 'BAD_REQUEST',
      headers: refusal.headers,
      isDefect: false,
    };
  }
  return {
    problem: problem(
      500,
      'internal-error',
      'Something went wrong on our side. Please try again; if it happens again, tell support.',
      correlationId,
    ),
    graphqlCode: 'INTERNAL_SERVER_ERROR',
    headers: {},
    isDefect: true,
  };
}

/** Room is made by a person, so asking again at once is of no use. */
const databaseFull = (cause: unknown): Refusal =>
  new Refusal('unavailable', {
    code: 'storage-full',
    message:
      'There is no room left in the database. Nothing was lost; free some space, then try again.',
    retryAfterSeconds: 60,
    cause,
  });

function answerToRefusal(refusal: Refusal, correlationId: string | undefined): Answer {
  const { kind, code, message, fields, currentVersion, retryAfterSeconds } = refusal;
  return {
    problem: {
      ...problem(STATUSES[kind], code, message, correlationId),
      ...(fields.length > 0 ? { fields: [...fields] } : {}),
      ...(currentVersion === undefined ? {} : { currentVersion }),
    },
    graphqlCode: GRAPHQL_CODES[kind],
    headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    isDefect: false,
  };
}

/** What Express and its parts refuse, in words of ours: theirs repeat pieces of the input. */
function expressRefusal(error: unknown): HttpRefusal | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  const type = 'type' in error ? error.type : undefined;
  const isBrokenJson = type === 'entity.parse.failed';
  if (isBrokenJson)
    return new HttpRefusal(400, 'broken-json', 'The request body is not valid JSON.');
  if (type === 'entity.verify.failed')
    return new HttpRefusal(
      400,
      'not-utf8',
      'The text is not UTF-8, or has half of a character. Send it as UTF-8.',
    );
  switch (status) {
    case 413:
      return new HttpRefusal(413, 'too-large', 'The request is larger than 100 kB.');
    case 415:
      return new HttpRefusal(415, 'unsupported-encoding', 'Send JSON in UTF-8.');
    default:
      return new HttpRefusal(status, 'bad-request', 'The request cannot be read.');
  }
}
