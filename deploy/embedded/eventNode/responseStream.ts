import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import { asFailure } from './failures.js';
import type { OpenCalls } from './openCalls.js';

/** Where the answers of one read or subscription go. */
export interface ResponseStream {
  /** Aborts when the client has disconnected or the node stops. */
  readonly signal: AbortSignal;
  /**
   * Sends encoded answers. Returns a promise only when the client reads slower than we send:
   * to wait at each event would cost half the speed of a catch-up.
   */
  send(answer: Buffer): Promise<void> | undefined;
  end(): void;
  fail(error: unknown): void;
}

export const openResponseStream = <Request>(
  call: ServerWritableStream<Request, Buffer>,
  openCalls: OpenCalls,
): ResponseStream => {
  const aborting = new AbortController();
  const { signal } = aborting;
  const close = (finish: () => void): void => {
    if (signal.aborted) return;
    over();
    aborting.abort();
    finish();
  };
  const fail = (error: ServiceError): void => close(() => call.emit('error', error));
  const over = openCalls.add(fail);
  call.on('cancelled', () => close(() => undefined));

  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const goOn = (): void => {
        call.off('drain', goOn);
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      call.once('drain', goOn);
      signal.addEventListener('abort', goOn, { once: true });
    });

  return {
    signal,
    send: (answer) => (signal.aborted || call.write(answer) ? undefined : drained()),
    end: () => close(() => call.end()),
    fail: (error) => fail(asFailure(error)),
  };
};
