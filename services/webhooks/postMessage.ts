import * as http from 'node:http';
import * as https from 'node:https';
import type { WebhookProblem } from '@insuremanager/contracts/webhooks/webhookViews';
import { AddressNotAllowed, addressOf, type ResolveName } from './publicAddress.js';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Also to addresses that are not public, and without TLS. */
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveName;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface Outcome {
  readonly status: number | null;
  /** Null: it was taken. */
  readonly problem: WebhookProblem | null;
  readonly latencyMs: number;
}

/** From looking its name up until its status is there. */
const TIMEOUT_MS = 15_000;
const TLS_PROBLEM = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|HOSTNAME_MISMATCH)/;

/**
 * Sends one message and looks at the status of the answer: nothing of what follows is read, and a
 * redirect is a refusal. Never throws.
 */
export async function postMessage(post: Post): Promise<Outcome> {
  const began = performance.now();
  const outcome = (status: number | null, problem: WebhookProblem | null): Outcome => ({
    ...{ status, problem },
    latencyMs: Math.round(performance.now() - began),
  });
  const late = AbortSignal.timeout(post.timeoutMs ?? TIMEOUT_MS);
  const signal = post.signal ? AbortSignal.any([post.signal, late]) : late;
  try {
    const status = await unlessAborted(send(post, signal), signal);
    return outcome(status, status >= 200 && status < 300 ? null : 'refused');
  } catch (error) {
    if (late.aborted) return outcome(null, 'timed_out');
    return outcome(null, problemOf(error));
  }
}

function problemOf(error: unknown): WebhookProblem {
  if (error instanceof AddressNotAllowed) return 'not_allowed';
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'not_found';
  return TLS_PROBLEM.test(code) ? 'not_trusted' : 'not_reached';
}

/** A resolver cannot be asked to end: nobody waits for it any longer. */
const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

async function send(
  { url: text, headers, body, allowsPrivate, resolve }: Post,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  if (isPlain && !allowsPrivate) throw new AddressNotAllowed();
  const { address, family } = await addressOf(url, { allowsPrivate, ...(resolve && { resolve }) });
  signal.throwIfAborted();
  return new Promise((done, fail) => {
    const request = (isPlain ? http : https).request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'InsureManager-Webhooks',
        ...headers,
      },
      // The one that was looked at.
      lookup: (_hostname, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
      // What was connected for one message serves no other, whose address may be another one.
      agent: false,
      maxHeaderSize: 16_384,
      signal,
    });
    request.once('response', (response) => {
      response.on('error', () => undefined);
      done(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', fail);
    request.end(body);
  });
}
