import type { ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import { asFailure } from './failures.js';
import type { OpenCalls } from './openCalls.js';

/** Where the answers of one read or subscription go. */
export interface ResponseStream {
  /** Aborts when the client has disconnected or the node stops. */
  readonly signal: AbortSignal;
  /**
   * Sends encoded answers, as soon as there are enough for one piece. Returns a promise only when
   * the client reads slower than we send: to wait at each event would cost half the speed of a
   * catch-up.
   */
  send(answer: Buffer): Promise<void> | undefined;
  /** Sends what is collected; to be called before waiting for anything. The ends do so, too. */
  flush(): Promise<void> | undefined;
  end(): void;
  fail(error: unknown): void;
}

/** Bytes that are sent as one piece. */
const PIECE_BYTES = 64 * 1024;
/** A message's frame in gRPC: a flag for compression, and the length in four bytes. */
const FRAME_BYTES = 5;

/**
 * Several messages as what gRPC sends for one: message by message, streams and callbacks cost more
 * than all else that is done for an event. gRPC asks a message for its length, writes its frame and
 * has it copied behind that; this one then overwrites that frame with those of all its messages.
 */
const together = (messages: readonly Buffer[], bytes: number): Buffer => {
  const framed = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const message of messages) {
    framed.writeUInt8(0, at);
    framed.writeUInt32BE(message.length, at + 1);
    framed.set(message, at + FRAME_BYTES);
    at += FRAME_BYTES + message.length;
  }
  const behindFrame = framed.subarray(FRAME_BYTES);
  behindFrame.copy = (target) => framed.copy(target);
  return behindFrame;
};

const OVER = 'over';

export const openResponseStream = <Request>(
  call: ServerWritableStream<Request, Buffer>,
  openCalls: OpenCalls,
): ResponseStream => {
  const aborting = new AbortController();
  const { signal } = aborting;
  const close = (finish: () => void): void => {
    if (signal.aborted) return;
    over();
    // With a reason of ours: an error of its own, with its stack, would be made for each read.
    aborting.abort(OVER);
    finish();
  };
  let collected: Buffer[] = [];
  let bytes = 0;
  const flush = (): Promise<void> | undefined => {
    if (collected.length === 0 || signal.aborted) return undefined;
    const piece = together(collected, bytes);
    collected = [];
    bytes = 0;
    return call.write(piece) ? undefined : drained();
  };

  const fail = (error: ServiceError): void => {
    flush();
    close(() => call.emit('error', error));
  };
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
    send(answer) {
      collected.push(answer);
      bytes += FRAME_BYTES + answer.length;
      return bytes < PIECE_BYTES ? undefined : flush();
    },
    flush,
    end() {
      flush();
      close(() => call.end());
    },
    fail: (error) => fail(asFailure(error)),
  };
};
