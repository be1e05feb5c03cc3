/**
 * A process that sends letters about breaches, and is killed after the mail server has taken one of
 * them. It gets what it needs by a message.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { caughtUp, openServices } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

export interface DyingSenderInput {
  /** After so many letters, before that is recorded of the last one. */
  readonly afterLetters: number;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

async function run(input: DyingSenderInput): Promise<object> {
  const { afterLetters, databaseUrl, masterKey, environment } = input;
  const logger = createLogger('silent');
  const clock = { now: () => new Date() };
  const adapters = await openAdapters(parseSettings(environment), { clock, logger });
  const { mailer } = adapters;
  let sent = 0;
  const services = await openServices({
    ...{ databaseUrl, masterKey, clock, logger },
    adapters: {
      ...adapters,
      mailer: {
        ...mailer,
        async send(email) {
          await mailer.send(email);
          sent += 1;
          // No handler runs, and nothing is said goodbye to.
          if (sent === afterLetters) process.kill(process.pid, 'SIGKILL');
        },
      },
    },
  });
  services.readModels.start();
  await caughtUp(services);
  await services.breaches.sendLetters(new AbortController().signal);
  return {};
}

onInput(run, { goesOn: true });
