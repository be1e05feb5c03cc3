import { serverWords } from '../serverWords.js';
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

/** We are not let in, or have nothing left to pay with: all others would meet the same. */
const OURS = new Set([401, 402, 403, 407]);
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** @param success as in `GatewayOptions`. @param now for a `Retry-After` that names a time. */
export function answerOf(answer: HttpAnswer, success: string | null, now: Date): GatewayAnswer {
  const { status, body } = answer;
  const reply = serverWords(isPage(answer) ? wordsOfPage(body) : body);
  const deferred = (problem: 'unreachable' | 'misconfigured' | 'bad-answer'): GatewayAnswer => ({
    outcome: 'deferred',
    problem,
    reply: reply ?? `HTTP ${status}`,
  });
  if (status === 429) {
    const retryAfterMs = retryAfter(answer.retryAfter, now);
    const words = reply ?? `HTTP ${status}`;
    return { outcome: 'deferred', problem: 'limited', reply: words, retryAfterMs };
  }
  if (status >= 500 || status === 408 || status === 425) return deferred('unreachable');
  if (OURS.has(status)) return deferred('misconfigured');
  if (status >= 400)
    return { outcome: 'failed', problem: 'refused', reply: reply ?? `HTTP ${status}` };
  // A redirect is not followed: what is in the message goes to nobody whom the settings do not name.
  const isTaken = status >= 200 && status < 300 && isSuccess(answer, success);
  return isTaken ? { outcome: 'delivered', reply } : deferred('bad-answer');
}

/** A number of seconds, or a date. Undefined when it says neither. */
function retryAfter(text: string | null, now: Date): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_WAIT_MS);
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
