import { Refusal, unavailable } from '../../errors.js';

/** Said of what was sent, and not of the brokers: it will never be taken. */
const REFUSALS = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
]);

/** What a broker answered, such as `TOPIC_AUTHORIZATION_FAILED`; undefined when none did. */
export function answerIn(error: unknown): string | undefined {
  const { type, cause, errors } = error as { type?: unknown; cause?: unknown; errors?: unknown };
  if (typeof type === 'string') return type;
  const inner = Array.isArray(errors) ? errors[0] : cause;
  return inner instanceof Error ? answerIn(inner) : undefined;
}

/**
 * By a wrong name or password mostly. The client does not pass on what the broker answered, nor
 * whether it did: the connection may also have been lost just then.
 */
function isLoginFailure(error: unknown): boolean {
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  if (name === 'KafkaJSSASLAuthenticationError') return true;
  return cause instanceof Error && isLoginFailure(cause);
}

/** The broker's word for what went wrong, or the client's. */
function wordFor(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (isLoginFailure(error)) return 'the login failed';
  return answerIn(error) ?? String(code ?? name);
}

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const word = wordFor(error);
  if (REFUSALS.has(word))
    return new Refusal('invalid', {
      code: 'message-refused',
      message: `Kafka takes no such message (${word}).`,
      cause: error,
    });
  if (answerIn(error) === undefined && !isLoginFailure(error)) return unavailable('Kafka', error);
  return new Refusal('unavailable', {
    code: 'unavailable',
    message: `Kafka cannot be used just now (${word}).`,
    retryAfterSeconds: 2,
    cause: error,
  });
}
