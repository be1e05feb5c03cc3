/**
 * `node deploy/dist/roles/migrate.js`: prepares the servers once, before processes are started or a
 * new release is: schemas, bucket, first administrator. Its sign-in is printed when it is made. It
 * may run again at any time, and beside processes that work.
 */
import { createIdentity } from '@insuremanager/services/identity/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parseSettings, publicUrlOf, withSecretFiles } from '../settings.js';
import { endWith } from '../start/command.js';
import { randomPassword } from '../start/keys.js';
import { openAdapters, openBus } from './adapters.js';
import { openServices } from './openServices.js';
import { requireServers } from './servers.js';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const settings = parseSettings(withSecretFiles(process.env));
  const servers = requireServers(settings);
  const logger = createLogger(settings.logLevel, { role: 'migrate' }, process.stderr);
  const adapters = await openAdapters(settings, { clock: systemClock, logger });
  const services = await openServices({
    ...servers,
    logger,
    adapters,
    openBus: (parts) => openBus(settings, parts),
  });
  try {
    await services.platform.files.check();
    const publicUrl = publicUrlOf(settings);
    const agencyName = async () => (await services.agency.letterhead()).name;
    const identity = await createIdentity(services.platform, { publicUrl, agencyName });
    const { adminUsername: username, adminEmail: email, adminPassword } = settings;
    const password = adminPassword ?? randomPassword();
    const { created } = await identity.ensureFirstAdmin({ username, email, password });
    if (created) {
      say('First sign-in, shown this once:');
      say(`  address   ${publicUrl}`);
      say(`  username  ${username}`);
      say(`  password  ${adminPassword ? 'as given in ADMIN_PASSWORD' : password}`);
    }
    await identity.close();
  } finally {
    await services.close();
  }
  say('Everything is prepared.');
  return 0;
}

endWith(main());
