import { randomUUID } from 'node:crypto';
import {
  type BreachLetterEvent,
  breachLetterStream,
  breachStream,
} from '@insuremanager/contracts/privacy/breachEvents';
import type { LetterOutcome } from '@insuremanager/contracts/privacy/breachKinds';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext, Initiator } from '../platform/commands/command.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { MailDeferred, MailRefused } from '../platform/mail/mailer.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import { breachDecider } from './breach.js';
import type { breachQueries, ConcernedPerson } from './breachQueries.js';
import { type LetterCommand, letterDecider } from './letter.js';
import { letterEmail, personLetter } from './personLetter.js';

/** Letters looked up at once, and sent at once. */
const PAGE = 200;
const AT_ONCE = 4;
/** After so many attempts that the mail server deferred, one has failed. */
const MOST_ATTEMPTS = 6;
/** How long the lists may take to show what was written before, in milliseconds. */
const TIMEOUT_MS = 10_000;

const SENDER: Initiator = { actor: systemActor, correlationId: 'breach-letters' };

interface Parts
  extends Pick<Platform, 'commands' | 'eventLog' | 'withLock' | 'mailer' | 'clock' | 'logger'> {
  readonly readModels: Pick<ReadModels, 'waitFor'>;
  readonly queries: Pick<
    ReturnType<typeof breachQueries>,
    'lettersRequested' | 'waiting' | 'personsWith'
  >;
  readonly customers: Pick<Customers, 'current'>;
  readonly agency: Pick<Agency, 'letterhead'>;
}

/**
 * Sends letters about breaches: each once. That one is about to be sent is written before it is, so
 * whoever comes after a kill finds it begun, and leaves it to a person to decide whether it goes out
 * once more.
 */
export const letterSender = (parts: Parts) => {
  const { commands, eventLog, withLock, mailer, clock, logger } = parts;
  const { readModels, queries, customers, agency } = parts;

  const run = (command: LetterCommand, commandId: string = randomUUID()) => {
    const { breachId, customerId } = command;
    const context: CommandContext = { ...SENDER, commandId };
    const stream = breachLetterStream(breachId, customerId);
    return commands.run<unknown, LetterCommand, BreachLetterEvent>(letterDecider as never, {
      ...{ stream, command, context, request: command },
    });
  };

  const end = (breachId: number, customerId: number, attempt: number, outcome: LetterOutcome) =>
    run({ type: 'EndLetter', breachId, customerId, attempt, outcome });

  /** What a letter that is begun came to. @throws MailDeferred when no other one could be sent, either */
  const sendBegun = async (
    breachId: number,
    { customerId, letterOf, data }: ConcernedPerson,
    attempt: number,
  ): Promise<LetterOutcome | MailDeferred> => {
    const [{ state: breach }, customer, letterhead] = await Promise.all([
      commands.load(breachDecider, breachStream(breachId)),
      customers.current(customerId),
      agency.letterhead(),
    ]);
    if (!breach?.letter || !customer?.email) return 'no_address';
    const content = letterEmail(personLetter(customer, breach.letter, data), letterhead);
    const id = namedUuid('breach-letter', breachId, letterOf, attempt);
    try {
      await mailer.send({ id, to: customer.email, ...content, attachments: [] });
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) return 'refused';
      if (!(error instanceof MailDeferred)) throw error;
      if (error.mayHaveArrived) return 'not_known';
      return error.isOfAll ? error : attempt >= MOST_ATTEMPTS ? 'failed' : 'deferred';
    }
  };

  /** Whether it was sent. */
  const sendOne = async (breachId: number, person: ConcernedPerson): Promise<boolean> => {
    const customerId = person.letterOf;
    const started = await run({ type: 'StartLetter', breachId, customerId });
    const [event] = started.events;
    // Somebody else was faster, or the list was out of date.
    if (event?.type !== 'BreachLetterStarted') return false;
    const { attempt } = event.data;
    const outcome = await sendBegun(breachId, person, attempt);
    if (outcome instanceof MailDeferred) {
      await end(breachId, customerId, attempt, 'deferred');
      throw outcome;
    }
    await end(breachId, customerId, attempt, outcome);
    if (outcome !== 'sent' && outcome !== 'no_address')
      logger.warn({ breachId, outcome }, 'A letter about a breach was not sent');
    return outcome === 'sent';
  };

  /** Whoever began them is gone, as one process at a time sends. */
  const giveUpBegun = async (breachId: number): Promise<void> => {
    let after = 0;
    for (;;) {
      const begun = await queries.personsWith(breachId, ['sending'], { after, limit: PAGE });
      for (const { letterOf: customerId } of begun) {
        const { state } = await commands.load(
          letterDecider,
          breachLetterStream(breachId, customerId),
        );
        await end(breachId, customerId, state.attempt, 'not_known');
      }
      if (begun.length < PAGE) return;
      after = begun.at(-1)?.customerId ?? after;
    }
  };

  const sendOf = async (breachId: number, signal: AbortSignal): Promise<number> => {
    await giveUpBegun(breachId);
    let sent = 0;
    let after = 0;
    while (!signal.aborted) {
      const waiting = await queries.waiting(breachId, clock.now(), { after, limit: PAGE });
      await forEachLimit(waiting, { atOnce: AT_ONCE, signal }, async (person) => {
        if (await sendOne(breachId, person)) sent += 1;
      });
      if (waiting.length < PAGE) break;
      after = waiting.at(-1)?.customerId ?? after;
    }
    return sent;
  };

  return {
    /** @throws MailDeferred when the mail server takes none just now: the rest is sent later. */
    sendLetters: (signal: AbortSignal): Promise<number> =>
      withLock('breach-letters', async () => {
        const head = await eventLog.head();
        // What the lists do not show yet could be begun by a process that is gone.
        if (head && !(await readModels.waitFor(head, TIMEOUT_MS))) return 0;
        let sent = 0;
        for (const breachId of await queries.lettersRequested()) {
          if (signal.aborted) break;
          sent += await sendOf(breachId, signal);
        }
        return sent;
      }),

    renew: async (breachId: number, customerId: number, context: CommandContext) =>
      commands.run(letterDecider, {
        stream: breachLetterStream(breachId, customerId),
        command: { type: 'RenewLetter', breachId, customerId },
        context: {
          ...context,
          commandId: namedUuid('renew-letter', context.commandId, customerId),
        },
        request: { type: 'RenewLetter', breachId, customerId },
      }),
  };
};
