import type { Mailer } from '@insuremanager/services/platform/mail/mailer';
import { onInput } from '../../harness/forked.js';
import type { Services } from '../../roles/openServices.js';
import { die, type Installation, openInstallation } from './dying.js';

export interface MailingInput extends Installation {
  /** After so many emails, before that is recorded of the last one. */
  readonly afterEmails: number;
}

/**
 * What a process does that is killed after the mail server has taken one of its emails. It gets its
 * input by a message.
 */
export function mailUntilKilled<Input extends MailingInput>(
  work: (services: Services, input: Input) => Promise<unknown>,
): void {
  const run = async (input: Input): Promise<object> => {
    let sent = 0;
    const dying = (mailer: Mailer): Mailer => ({
      ...mailer,
      async send(email) {
        await mailer.send(email);
        sent += 1;
        if (sent === input.afterEmails) await die();
      },
    });
    const services = await openInstallation(input, {
      over: (adapters) => ({ ...adapters, mailer: dying(adapters.mailer) }),
    });
    await work(services, input);
    return {};
  };
  onInput(run, { goesOn: true });
}
