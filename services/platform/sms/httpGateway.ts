import { connect } from 'node:net';
import type { Clock } from '../clock.js';
import { answerOf, type HttpAnswer } from './gatewayAnswers.js';
import type { GatewayOptions } from './gatewayOptions.js';
import type { MessageGateway, ShortMessage } from './messageGateway.js';
import { type Escape, filled, inJson, inUrl } from './placeholders.js';

interface GatewayInput extends GatewayOptions {
  readonly clock: Clock;
  /** How long an answer may take, all of it, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Longer than `fetch` waits for a connection, 10 s: who runs out of it has handed the message over. */
const TIMEOUT_MS = 15_000;
/** Of an answer; what comes after is not read. */
const LARGEST_ANSWER_BYTES = 64 * 1024;

/**
 * An HTTP gateway for short messages. It takes one POST for each; its answer is all that is known of
 * a message. Redirects are not followed. Nothing is logged: addresses and headers hold secrets.
 */
export function httpGateway(input: GatewayInput): MessageGateway {
  const { clock, success, timeoutMs = TIMEOUT_MS } = input;

  const ask = async (message: ShortMessage): Promise<HttpAnswer> => {
    const { to, text, templateId, variables } = message;
    const values = { ...variables, to, text, templateId };
    const escapeInBody: Escape = input.contentType === 'application/json' ? inJson : inUrl;
    const headers = Object.entries(input.headers).map(
      ([name, template]) => [name, filled(template, values, inUrl)] as const,
    );
    const response = await fetch(filled(input.url, values, inUrl), {
      method: 'POST',
      headers: { 'content-type': input.contentType, ...Object.fromEntries(headers) },
      body: input.body === null ? undefined : filled(input.body, values, escapeInBody),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      contentType: response.headers.get('content-type') ?? '',
      ...(await readBody(response)),
    };
  };

  return {
    async send(message) {
      let answer: HttpAnswer;
      try {
        answer = await ask(message);
      } catch (error) {
        const mayHaveArrived = !isBeforeRequest(error);
        const reply = reasonOf(error);
        return { outcome: 'deferred', problem: 'unreachable', reply, mayHaveArrived };
      }
      return answerOf(answer, success, clock.now());
    },

    check: () => canConnect(input.url, timeoutMs),
  };
}

async function readBody(response: Response): Promise<Pick<HttpAnswer, 'body' | 'isCut'>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER_BYTES) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, LARGEST_ANSWER_BYTES);
  return { body: bytes.toString('utf8'), isCut: size > LARGEST_ANSWER_BYTES };
}

interface FetchError extends Error {
  readonly cause?: { readonly code?: string; readonly syscall?: string };
}

/** Calls to the system that come before there is a connection. */
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_(CERT|SIGNATURE|CERT_LOCALLY|CERT_IN_CHAIN)|EPROTO)$/;

/** Whether nothing of the message has left: there was no address, no connection, or no TLS over it. */
function isBeforeRequest(error: unknown): boolean {
  const { name, cause } = error as FetchError;
  if (name === 'TimeoutError') return false;
  if (!cause || cause instanceof AggregateError) return true;
  return CONNECTING.has(cause.syscall ?? '') || NO_CONNECTION.test(cause.code ?? '');
}

/** In words without the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as FetchError;
  if (name === 'TimeoutError') return 'No answer in time';
  return `No connection (${cause?.code ?? name})`;
}

/** To the server alone: what a gateway makes of a request without a message is not known. */
const canConnect = (url: string, timeoutMs: number): Promise<boolean> => {
  const { protocol, hostname, port } = new URL(filledHost(url));
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: timeoutMs,
    });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
};

/** Variables stand behind the server only. */
const filledHost = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0] ?? url;
