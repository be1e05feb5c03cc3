/**
 * `node deploy/dist/roles/migrate.js`: prepares the servers once, before processes are started or a
 * new release is: schemas, bucket, topics, first administrator. Its sign-in is printed when it is
 * made. It waits for its servers for as long as they take, and may run again at any time: beside
 * processes that work, and beside another one of its kind, which it waits for.
 */
import { createIdentity } from '@insuremanager/services/identity/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parseSettings, publicUrlOf, type Settings, withSecretFiles } from '../settings.js';
import { endWith } from '../start/command.js';
import { type FirstSignIn, randomPassword } from '../start/keys.js';
import { openAdapters, openBus } from './adapters.js';
import { openServices, type Services } from './openServices.js';
import { requireServers } from './servers.js';
import { onceServersAnswer } from './serversAway.js';
import { stopSignals } from './stopSignals.js';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const settings = parseSettings(withSecretFiles(process.env));
  const servers = requireServers(settings);
  const logger = createLogger(settings.logLevel, { role: 'migrate' }, process.stderr);
  const { asked: signal } = stopSignals();

  const migrate = async (): Promise<FirstSignIn | null> => {
    const adapters = await openAdapters(settings, { clock: systemClock, logger });
    const services = await openServices({
      ...servers,
      logger,
      adapters,
      openBus: (parts) => openBus(settings, parts),
    });
    try {
      return await services.platform.withLock('migrate', () => prepare(services, settings));
    } finally {
      await services.close();
    }
  };

  const migrated = await onceServersAnswer(async () => ({ firstSignIn: await migrate() }), {
    ...{ logger, signal },
  });
  if (!migrated) return 1;
  const { firstSignIn } = migrated;
  if (firstSignIn) {
    const { username, password } = firstSignIn;
    say('First sign-in, shown this once:');
    say(`  address   ${publicUrlOf(settings)}`);
    say(`  username  ${username}`);
    say(`  password  ${settings.adminPassword ? 'as given in ADMIN_PASSWORD' : password}`);
  }
  say('Everything is prepared.');
  return 0;
}

/** @returns the first administrator's sign-in, if they were made now. */
async function prepare(
  { platform, bus, agency }: Services,
  settings: Settings,
): Promise<FirstSignIn | null> {
  await platform.files.check();
  await platform.eventLog.head();
  await bus?.makeTopics?.();
  const identity = await createIdentity(platform, {
    publicUrl: publicUrlOf(settings),
    agencyName: async () => (await agency.letterhead()).name,
  });
  try {
    const { adminUsername: username, adminEmail: email } = settings;
    const first = { username, email, password: settings.adminPassword ?? randomPassword() };
    const { created } = await identity.ensureFirstAdmin(first);
    return created ? first : null;
  } finally {
    await identity.close();
  }
}

endWith(main());
