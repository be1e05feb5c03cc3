import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { openServices, type Services } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

export interface MailingInput {
  /** After so many emails, before that is recorded of the last one. */
  readonly afterEmails: number;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/**
 * What a process does that is killed after the mail server has taken one of its emails. It gets its
 * input by a message.
 */
export function mailUntilKilled<Input extends MailingInput>(
  work: (services: Services, input: Input) => Promise<unknown>,
): void {
  const run = async (input: Input): Promise<object> => {
    const { afterEmails, databaseUrl, masterKey, environment } = input;
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
            if (sent === afterEmails) process.kill(process.pid, 'SIGKILL');
          },
        },
      },
    });
    await work(services, input);
    return {};
  };
  onInput(run, { goesOn: true });
}
