/**
 * `node deploy/dist/bundled/roles/migrate.js`: prepares the servers once, before processes are
 * started or a new release is: schemas, bucket, topics, first administrator. Its sign-in is printed when it is
 * made. It waits for its servers for as long as they take, and may run again at any time: beside
 * processes that work, and beside another one of its kind, which it waits for.
 */
import { MESSAGE_CONTEXTS, topicOf } from '@insuremanager/contracts/messages/messageDefinition';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parseSettings, publicUrlOf, type Settings, withSecretFiles } from '../settings.js';
import { endWith } from '../start/endWith.js';
import { type FirstSignIn, randomPassword } from '../start/keys.js';
import { openAdapters, openBus } from './adapters.js';
import { openIdentity, openServices, type Services } from './openServices.js';
import { onceServersAnswer, requireServers } from './servers.js';
import { stopSignals } from './stopSignals.js';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const settings = parseSettings(withSecretFiles(process.env));
  const servers = requireServers(settings);
  const logger = createLogger(settings.logLevel, { role: 'migrate' }, process.stderr);
  const { asked: signal } = stopSignals();

  const migrate = async (): Promise<true> => {
    const adapters = await openAdapters(settings, { clock: systemClock, logger });
    const services = await openServices({
      ...servers,
      logger,
      adapters,
      bus: await openBus(settings, logger),
    });
    try {
      await services.platform.withLock('migrate', () => prepare(services, settings));
      return true;
    } finally {
      await services.close();
    }
  };

  if (!(await onceServersAnswer(migrate, { logger, signal }))) return 1;
  say('Everything is prepared.');
  return 0;
}

async function prepare(services: Services, settings: Settings): Promise<void> {
  const { platform, bus } = services;
  await platform.files.check();
  await platform.eventLog.head();
  await bus?.ensureTopics(MESSAGE_CONTEXTS.map(topicOf));
  const identity = await openIdentity(services, publicUrlOf(settings));
  try {
    const { adminUsername: username, adminEmail: email } = settings;
    const first = { username, email, password: settings.adminPassword ?? randomPassword() };
    const { created } = await identity.ensureFirstAdmin(first);
    // Before anything else can fail: another try would find the user made, and the password unknown.
    if (created) show(first, settings);
  } finally {
    await identity.close();
  }
}

function show({ username, password }: FirstSignIn, settings: Settings): void {
  say('First sign-in, shown this once:');
  say(`  address   ${publicUrlOf(settings)}`);
  say(`  username  ${username}`);
  say(`  password  ${settings.adminPassword ? 'as given in ADMIN_PASSWORD' : password}`);
}

endWith(main());
