import { serverMessage } from '../serverMessage.js';
import type { GatewayAnswer } from './messageGateway.js';

/** An answer as it came. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string;
  /** Cut, when it was too large. */
  readonly body: string;
  readonly isCut: boolean;
}

/**
 * We are not let in, have nothing left to pay with, or ask in a wrong place or way: nothing that is
 * said of one message.
 */
const OURS = new Set([401, 402, 403, 404, 405, 406, 407, 411, 413, 414, 415, 421, 426, 431]);
/** Something in front of the gateway answers; what this did with the message is not known. */
const FROM_BETWEEN = new Set([502, 504]);
/** Whoever says "at once" is asked again after a minute, all the same. */
const SHORTEST_WAIT_MS = 60 * 1000;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** @param success as in `GatewayOptions`. @param now for a `Retry-After` that names a time. */
export function answerOf(answer: HttpAnswer, success: string | null, now: Date): GatewayAnswer {
  const { status, body } = answer;
  const reply = serverMessage(isPage(answer) ? wordsOfPage(body) : body);
  const deferred = (
    problem: 'unreachable' | 'misconfigured' | 'bad-answer',
    mayHaveArrived = false,
  ): GatewayAnswer => ({
    outcome: 'deferred',
    problem,
    reply: reply ?? `HTTP ${status}`,
    mayHaveArrived,
  });
  if (status === 429) {
    const retryAfterMs = retryAfter(answer.retryAfter, now);
    const words = reply ?? `HTTP ${status}`;
    return {
      ...{ outcome: 'deferred', problem: 'limited', reply: words, retryAfterMs },
      mayHaveArrived: false,
    };
  }
  if (FROM_BETWEEN.has(status)) return deferred('unreachable', true);
  if (status >= 500 || status === 408 || status === 425) return deferred('unreachable');
  if (OURS.has(status)) return deferred('misconfigured');
  if (status >= 400)
    return { outcome: 'failed', problem: 'refused', reply: reply ?? `HTTP ${status}` };
  // A redirect is not followed: what is in the message goes to nobody whom the settings do not name.
  if (status < 200 || status >= 300) return deferred('bad-answer');
  if (isSuccess(answer, success)) return { outcome: 'delivered', reply };
  const isRefusal = isPage(answer) || tellsOfError(parsed(body));
  return deferred('bad-answer', !isRefusal);
}

/** A number of seconds, or a date. Undefined when it says neither. */
function retryAfter(text: string | null, now: Date): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(SHORTEST_WAIT_MS, ms), LONGEST_WAIT_MS);
}

/** What a proxy or a sign-in page answers in the gateway's place. */
const isPage = ({ contentType, body }: HttpAnswer): boolean =>
  /^(text\/html|application\/xhtml)/i.test(contentType) || /^\s*<(!doctype html|html)/i.test(body);

const wordsOfPage = (html: string): string =>
  html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>?/g, ' ');

function isSuccess(answer: HttpAnswer, success: string | null): boolean {
  const json = parsed(answer.body);
  if (success?.startsWith('$.')) return hasField(json, success.slice(2));
  if (success !== null) return answer.body.includes(success);
  return !isPage(answer) && !answer.isCut && !tellsOfError(json);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `type=success`, `messages.0.id`. */
function hasField(json: unknown, wanted: string): boolean {
  const [path = '', ...rest] = wanted.split('=');
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), json);
  if (rest.length > 0) return String(found) === rest.join('=');
  return found !== undefined && found !== null && found !== '' && found !== false;
}

/** Gateways that answer 200 to everything say in one of these fields what they mean. */
function tellsOfError(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const isSet = (value: unknown) => Boolean(value) && !(Array.isArray(value) && value.length === 0);
  if (isSet(json.error) || isSet(json.errors) || json.success === false) return true;
  return ['status', 'type', 'result'].some((field) =>
    /^(error|fail|failed|failure|rejected)$/i.test(String(json[field])),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
