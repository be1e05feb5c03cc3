import type { Socket } from 'node:net';
import type pg from 'pg';

/** What the driver does not tell in its types. */
interface Connected {
  readonly connection: { readonly stream: Socket };
  /** False while an answer is awaited. */
  readonly readyForQuery: boolean;
}

interface ResponseTimeout {
  /** How long to wait for an answer without receiving a byte, in milliseconds. */
  readonly limitMs: number;
  /**
   * After that time without traffic and without a pending query, sends a keep-alive query. Without
   * it, idle connections are left alone.
   */
  readonly asks?: boolean;
  /** While it returns true, an answer may take any time. */
  readonly mayBeLong?: () => boolean;
}

/**
 * Destroys a connection on which no answer arrives: the server died without closing it, or the
 * network drops packets, which TCP would notice after a quarter of an hour. Pending queries fail as
 * with any lost connection.
 *
 * @param client already connected
 */
export function enforceResponseTimeout(
  client: Pick<pg.Client, 'query'>,
  { limitMs, asks = false, mayBeLong = () => false }: ResponseTimeout,
): void {
  const raw = client as unknown as Connected;
  const { stream } = raw.connection;
  // Restarted by every byte in either direction.
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

/** Answers on this connection may take any time; it must not return to a pool. */
export function removeResponseTimeout(client: Pick<pg.ClientBase, 'query'>): void {
  (client as unknown as Connected).connection.stream.setTimeout(0);
}

/** Answers on this connection may take any time until `work` has ended. */
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
