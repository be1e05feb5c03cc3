import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

/**
 * The server answered that it cannot, rather than that it will not. The client library would throw
 * the answer away, with the reason in it, and ask again after writing to the console.
 */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';

  constructor(
    readonly status: number,
    /** The server's word for it, such as `SlowDown`; empty when it gave none. */
    readonly code: string,
  ) {
    super(`The S3 server answered ${status} ${code}`.trimEnd());
  }
}

/** Answers below 500 that also mean "not now": too late, too many, aborted. */
const NOT_NOW = new Set([408, 429, 499]);

type Answered = (response: http.IncomingMessage) => void;

/**
 * What the client library sends its requests with: a server that is silent for so long while
 * something is waited for (a connection, an answer, the next bytes of one) counts as away.
 */
export function s3Transport(secure: boolean, idleTimeoutMs: number): Pick<typeof http, 'request'> {
  const send = (options: https.RequestOptions, answered: Answered): http.ClientRequest => {
    const request = (secure ? https : http).request({ ...options, timeout: idleTimeoutMs });
    let response: http.IncomingMessage | undefined;
    request.once('response', (answer) => {
      response = answer;
      const status = answer.statusCode ?? 0;
      if (status < 500 && !NOT_NOW.has(status)) return answered(answer);
      text(answer).then(
        (body) => request.emit('error', new S3Failure(status, codeIn(body))),
        (error) => request.emit('error', error),
      );
    });
    request.on('timeout', () => {
      // Bytes that nobody has taken yet: it is the reader who is slow. The clock starts again.
      if (response && response.readableLength > 0) request.setTimeout(idleTimeoutMs);
      else request.destroy(new Error(`The S3 server was silent for ${idleTimeoutMs} ms`));
    });
    return request;
  };
  return { request: send as typeof http.request };
}

/** The code of an answer; of an "internal error" that carries what its disk said, the disk's. */
function codeIn(body: string): string {
  // MinIO, when room runs out while it writes.
  if (/no space left on device/i.test(body)) return 'ENOSPC';
  if (/disk quota exceeded/i.test(body)) return 'EDQUOT';
  return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';
}
