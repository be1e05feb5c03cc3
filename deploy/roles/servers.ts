import { Refusal } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';
import { isUnreachable } from '@insuremanager/services/platform/postgres/postgres';
import { type Settings, WrongSettings } from '../settings.js';
import type { Backend } from '../start/backend.js';

const NEEDED = [
  ['DATABASE_URL', 'databaseUrl'],
  ['MASTER_KEY', 'masterKey'],
  ['S3_ENDPOINT', 'files'],
  ['SMTP_URL', 'smtpUrl'],
] as const;

/**
 * The servers of an installation of several processes: none of them is embedded, and no file or
 * email lies in a folder that the others do not see.
 * @throws WrongSettings naming each that is missing.
 */
export function requireServers(settings: Settings): Backend {
  const { databaseUrl, eventStoreUrl, masterKey, oldMasterKey } = settings;
  const missing = NEEDED.filter(([, field]) => settings[field] === undefined);
  if (!databaseUrl || !masterKey || missing.length > 0) {
    const lines = missing.map(([name]) => `${name} is missing. Several processes share it.`);
    throw new WrongSettings(lines.join('\n'));
  }
  return { databaseUrl, eventStoreUrl, masterKey, oldMasterKey };
}

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
