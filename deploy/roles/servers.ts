import type { Settings } from '../settings.js';
import { WrongSettings } from '../settings.js';
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
