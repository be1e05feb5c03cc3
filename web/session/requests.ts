import type { Problem } from '@insuremanager/contracts/problem';

/** A request that was not carried out. Its message may be shown. */
export class RequestFailure extends Error {
  /** Stable, such as `wrong-code`; null when the server gave no answer of its own. */
  readonly code: string | null;
  readonly fields: NonNullable<Problem['fields']>;

  constructor(
    message: string,
    problem: Partial<Problem> | null,
    /** Of HTTP; null when nothing answered. */
    readonly status: number | null,
  ) {
    super(message);
    this.code = problem?.code ?? null;
    this.fields = problem?.fields ?? [];
  }

  /** What is wrong with one field of what was sent. */
  messageOf(field: string): string | undefined {
    return this.fields.find((one) => one.field === field)?.message;
  }
}

/** The session is over, or none was begun. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof RequestFailure && error.code === 'not-signed-in';

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Said where the server gives no reason of its own. */
  fallback: string;
}

/** Asks a route of signing in or of one's own account. @throws RequestFailure */
export async function ask<Answer>(path: string, asked: Asked): Promise<Answer> {
  const { method = 'POST', body, fallback } = asked;
  const response = await fetch(`/api/auth/${path}`, {
    credentials: 'same-origin',
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => null);
  const answer = response?.status === 204 ? undefined : await jsonOf(response);
  if (response?.ok && answer !== null) return answer as Answer;
  const sentence = typeof answer?.error === 'string' ? answer.error : fallback;
  throw new RequestFailure(sentence, answer, response?.status ?? null);
}

/** Null where there is none, such as behind a proxy that answers for itself. */
const jsonOf = async (response: Response | null) =>
  (await response?.json().catch(() => null)) ?? null;
