import { Refusal } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';
import { isUnreachable } from '@insuremanager/services/platform/postgres/postgres';

const isAway = (error: unknown): boolean =>
  error instanceof Refusal ? error.kind === 'unavailable' : isUnreachable(error);

/**
 * What `open` gives, tried again for as long as a server is away. Undefined once the signal is
 * aborted.
 * @throws whatever else `open` throws.
 */
export async function onceServersAnswer<Opened>(
  open: () => Promise<Opened>,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<Opened | undefined> {
  const backoff = createBackoff({ firstMs: 100 });
  while (!signal.aborted) {
    try {
      return await open();
    } catch (error) {
      if (!isAway(error)) throw error;
      logger.warn({}, 'Not possible yet; it will be retried', error);
      await pause(backoff.next(), signal);
    }
  }
  return undefined;
}
