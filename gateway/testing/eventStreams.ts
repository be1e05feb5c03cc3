import { request as httpRequest, type IncomingMessage } from 'node:http';

/** A report as the gateway streams it. */
export interface Report {
  readonly everything: boolean;
  readonly records: readonly { readonly kind: string; readonly ids: readonly number[] | null }[];
}

export interface ReadStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All that has arrived so far. */
  readonly text: () => string;
  readonly reports: () => Report[];
  /** Resolves once the server has ended it, or the connection is gone. */
  readonly ended: Promise<void>;
  /** Takes nothing more from the connection. */
  pause(): void;
  /** Goes away, as a closed tab does. */
  leave(): void;
}

const CHANGES = 'subscription { changes { everything records { kind ids } } }';

interface Wanted {
  readonly cookie?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream as a browser does; resolves with the head of the answer. */
export function openStream(
  url: string,
  { cookie, query = CHANGES, headers = {} }: Wanted,
): Promise<ReadStream> {
  const body = JSON.stringify({ query });
  return new Promise((resolve, reject) => {
    const asking = httpRequest(
      new URL('/graphql/stream', url),
      {
        method: 'POST',
        agent: false,
        headers: {
          Accept: 'text/event-stream',
          'Accept-Encoding': 'gzip, br',
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
          ...(cookie ? { Cookie: cookie } : {}),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        const ended = new Promise<void>((done) => answer.once('close', done));
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('error', () => undefined);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: () => text,
          reports: () => reportsIn(text),
          ended,
          pause: () => void answer.pause(),
          leave: () => void asking.destroy(),
        });
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

const reportsIn = (text: string): Report[] =>
  [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data).data.changes,
  );
