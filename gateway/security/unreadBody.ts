import type { IncomingMessage } from 'node:http';

/** How far a refused request is read before its connection is closed. */
const USUAL = {
  bytes: 32 * 1024 * 1024,
  /** Longest pause in it, in milliseconds. */
  idleTimeoutMs: 10_000,
  /** Longest time for all of it, in milliseconds. */
  wholeMs: 120_000,
};

/** Whether a request's body has not arrived whole yet. */
export const isBodyComing = ({ complete, destroyed, headers }: IncomingMessage): boolean =>
  !complete &&
  !destroyed &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0);

/**
 * Reads what is left of a body and forgets it. Most browsers look for an answer only once they have
 * sent everything, and a connection closed under what they send takes the answer with it.
 * @returns false when there is more than we wait for: then the connection must be closed.
 */
export function drainBody(request: IncomingMessage, bounds = USUAL): Promise<boolean> {
  return new Promise((resolve) => {
    let left = bounds.bytes;
    const finish = (isOver: boolean): void => {
      clearTimeout(idle);
      clearTimeout(whole);
      request.off('data', count);
      resolve(isOver);
    };
    const idle = setTimeout(finish, bounds.idleTimeoutMs, false);
    const whole = setTimeout(finish, bounds.wholeMs, false);
    const count = (chunk: Buffer): void => {
      idle.refresh();
      left -= chunk.length;
      if (left < 0) finish(false);
    };
    request.on('data', count);
    request.once('end', () => finish(true));
    // The client went away: there is nothing left to close.
    request.once('close', () => finish(true));
    request.on('error', () => undefined);
    request.unpipe();
    request.resume();
  });
}
