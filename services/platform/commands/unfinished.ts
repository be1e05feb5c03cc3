import type { Clock } from '../clock.js';
import { Refusal } from '../errors.js';
import type { WithLock } from '../locks/localLocks.js';
import type { LogFields, Logger } from '../logger.js';
import { type Email, type Mailer, MailRefused } from '../mail/mailer.js';

/* What writes in several steps, between which a process may die. */

export interface ProcessManager {
  /** How to finish each of those that were left unfinished; the oldest, at most `limit`. */
  unfinished(limit: number): Promise<readonly (() => Promise<Finished>)[]>;
}

export interface Finished {
  /** False when it waits, or somebody else finished it. */
  readonly isFinished: boolean;
  /** A server that the others need, too, is away: they would only wait for it. */
  readonly isServerAway: boolean;
}

/** At most so many of each kind in one go. */
const MOST_FINISHED = 200;

/** Finishes what was broken off between two steps; how many. */
export async function finishAll(
  managers: readonly ProcessManager[],
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = await Promise.all(managers.map((one) => one.unfinished(MOST_FINISHED)));
  let count = 0;
  const errors: unknown[] = [];
  for (const finish of unfinished.flat()) {
    if (signal?.aborted) break;
    try {
      const { isFinished, isServerAway } = await finish();
      if (isFinished) count += 1;
      if (isServerAway) break;
    } catch (error) {
      // One that cannot be finished keeps no other one waiting, and is reported in the end.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return count;
}

/** An email whose request was recorded, and no outcome yet. */
interface OpenEmail {
  readonly emailId: string;
  readonly requestedAt: Date;
}

/** An email that is younger may still be on its way, from whoever requested it. */
const LEFT_ALONE_MS = 10 * 60 * 1000;
/** After an hour nobody waits for it any more. */
const GIVEN_UP_MS = 60 * 60 * 1000;

interface Parts {
  readonly withLock: WithLock;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface RecordedEmails<Open extends OpenEmail> {
  /** Of what they are, in the log, with what names it there. */
  readonly of: string;
  refOf(email: Open): LogFields;
  /** Those requested before an instant and without an outcome, the oldest first. */
  open(before: Date, limit: number): Promise<readonly Open[]>;
  /** Sends one, unless it is out of date by then, and records the outcome. */
  deliver(email: Open): Promise<{ readonly outcome: string; readonly isNew: boolean }>;
  /** Records that it was not sent. */
  giveUp(email: Open): Promise<{ readonly repeated: boolean }>;
}

/** Nobody else sends or records the same email at that time. */
export const emailLock = (emailId: string): string => `email-${emailId}`;

/**
 * Finishes emails that were left without an outcome: whose request is recorded first, and the outcome
 * after sending. What the mail server does not take then is not sent; while something of ours is away
 * it waits, for an hour.
 */
export const recordedEmails = <Open extends OpenEmail>(
  { withLock, clock, logger }: Omit<Parts, 'mailer'>,
  { of, refOf, open, deliver, giveUp }: RecordedEmails<Open>,
): ProcessManager => {
  const finish = async (email: Open): Promise<Finished> => {
    try {
      const { outcome, isNew } = await deliver(email);
      return { isFinished: isNew, isServerAway: isNew && outcome === 'unreachable' };
    } catch (error) {
      const isServerAway = error instanceof Refusal && error.code === 'unavailable';
      if (clock.now().getTime() - email.requestedAt.getTime() >= GIVEN_UP_MS) {
        logger.warn(refOf(email), `An email of a ${of} was given up`, error);
        const { repeated } = await withLock(emailLock(email.emailId), () => giveUp(email));
        return { isFinished: !repeated, isServerAway };
      }
      if (!(error instanceof Refusal)) throw error;
      logger.warn(refOf(email), `An email of a ${of} waits`, error);
      return { isFinished: false, isServerAway };
    }
  };
  return {
    async unfinished(limit) {
      const emails = await open(new Date(clock.now().getTime() - LEFT_ALONE_MS), limit);
      return emails.map((email) => () => finish(email));
    },
  };
};

/** The mail server's answer, or that of the folder in its place. @throws what is no answer of it. */
export async function answerTo(
  email: Email,
  { mailer, logger }: Pick<Parts, 'mailer' | 'logger'>,
  { of, ref }: { readonly of: string; readonly ref: LogFields },
): Promise<'sent' | 'refused' | 'unreachable'> {
  try {
    await mailer.send(email);
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefused) return 'refused';
    if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
    logger.warn(ref, `An email of a ${of} could not be sent`, error);
    return 'unreachable';
  }
}
