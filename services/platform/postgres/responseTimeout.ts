import type { Socket } from 'node:net';
import type pg from 'pg';

/** What the driver does not tell in its types. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean;
}

interface ResponseTimeout {
  /** So long an answer may be awaited without a byte, in milliseconds. */
  readonly limitMs: number;
  /**
   * When nothing was said for that time, and nothing is awaited, the server is asked whether it is
   * there. Without it, a connection that nobody uses is left alone.
   */
  readonly asks?: boolean;
  /** While true, an answer may take any time. */
  readonly mayBeLong?: () => boolean;
}

/**
 * Breaks a connection over which an answer does not come: its server is gone without a farewell, or
 * the network swallows what is sent. By itself the system would wait for a quarter of an hour. What
 * was awaited fails as by any connection that is lost.
 *
 * @param client already connected
 */
export function enforceResponseTimeout(
  client: Pick<pg.Client, 'query'>,
  { limitMs, asks = false, mayBeLong = () => false }: ResponseTimeout,
): void {
  const raw = client as unknown as Connected;
  const { stream } = raw.connection;
  // Begins anew with every byte in either direction.
  stream.setTimeout(limitMs);
  stream.on('timeout', () => {
    if (!raw.readyForQuery) {
      if (mayBeLong()) stream.setTimeout(limitMs);
      else stream.destroy();
    } else if (asks) {
      client.query('SELECT 1').catch(() => undefined);
    }
  });
}

/** From now on an answer over this connection may take any time: it is not given to others again. */
export function removeResponseTimeout(client: Pick<pg.ClientBase, 'query'>): void {
  (client as unknown as Connected).connection.stream.setTimeout(0);
}

/** An answer over this connection may take any time, for as long as the work is done. */
export async function withoutResponseTimeout<Result>(
  client: Pick<pg.ClientBase, 'query'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { stream } = (client as unknown as Connected).connection;
  const limitMs = stream.timeout ?? 0;
  stream.setTimeout(0);
  try {
    return await work();
  } finally {
    stream.setTimeout(limitMs);
  }
}
