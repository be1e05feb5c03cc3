/**
 * A process that brings claims to their next stage and asks for what they lack, and is killed after
 * the mail server has taken one of the emails. It gets what it needs by a message.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { openServices } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';
import { workOn } from './claimWork.js';

export interface DyingClaimsInput {
  readonly claimIds: readonly number[];
  /** The day on which each goes on. */
  readonly on: string;
  /** After so many emails, before that is recorded of the last one. */
  readonly afterEmails: number;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

async function run(input: DyingClaimsInput): Promise<object> {
  const { claimIds, on, afterEmails, databaseUrl, masterKey, environment } = input;
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
  for (const id of claimIds) await workOn(services, id, on);
  return {};
}

onInput(run, { goesOn: true });
