import type { Clock } from '../platform/clock.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import type { Logger } from '../platform/logger.js';
import type { QuotationConversion } from './quotationConversion.js';
import type { QuotationEmails } from './quotationEmails.js';
import type { OpenEmail, quotationLookups } from './quotationLookups.js';
import type { Quotations } from './quotations.js';

interface Parts {
  conversion: Pick<QuotationConversion, 'finish'>;
  emails: Pick<QuotationEmails, 'finish' | 'giveUp'>;
  queries: Pick<ReturnType<typeof quotationLookups>, 'unfinishedConversions' | 'openEmails'>;
  clock: Clock;
  logger: Logger;
}

/** Looked after in one go. */
const MOST = 200;
/** An email that is younger may still be on its way, from whoever asked for it. */
const LEFT_ALONE_MS = 10 * 60 * 1000;
/** After an hour nobody waits for it any more. */
const GIVEN_UP_MS = 60 * 60 * 1000;

const mender = { actor: systemActor, correlationId: 'mend-quotations' } as const;

interface Mended {
  readonly isMended: boolean;
  /** A server that emails need is away: the next one would only wait for it, too. */
  readonly isServerAway: boolean;
}

/** Finishes what broke off between two steps. */
export function quotationMending(parts: Parts): Pick<Quotations, 'mend'> {
  const { conversion, emails, queries, clock, logger } = parts;

  const isGivenUp = ({ requestedAt }: OpenEmail): boolean =>
    clock.now().getTime() - requestedAt.getTime() >= GIVEN_UP_MS;

  const mendConversion = async (quotationId: number): Promise<Mended> => {
    const finished = await conversion.finish(quotationId);
    return { isMended: finished !== null && !finished.linked.repeated, isServerAway: false };
  };

  /** What the mail server does not take then is not sent; what we cannot send waits, for an hour. */
  const mendEmail = async (email: OpenEmail): Promise<Mended> => {
    const { quotationId, emailId } = email;
    const order = { id: quotationId, emailId };
    try {
      const { outcome, isNew } = await emails.finish(order, mender);
      return { isMended: isNew, isServerAway: isNew && outcome === 'unreachable' };
    } catch (error) {
      const isServerAway = error instanceof Refusal && error.code === 'unavailable';
      if (isGivenUp(email)) {
        logger.warn({ quotationId }, 'An email of a quotation was given up', error);
        const { repeated } = await emails.giveUp(order, mender);
        return { isMended: !repeated, isServerAway };
      }
      if (!(error instanceof Refusal)) throw error;
      logger.warn({ quotationId }, 'An email of a quotation waits', error);
      return { isMended: false, isServerAway };
    }
  };

  return {
    async mend(signal) {
      const openSince = new Date(clock.now().getTime() - LEFT_ALONE_MS);
      const unfinished = await queries.unfinishedConversions(MOST);
      const open = await queries.openEmails(openSince, MOST);
      const steps = [
        ...unfinished.map(
          ({ quotationId }) =>
            () =>
              mendConversion(quotationId),
        ),
        ...open.map((email) => () => mendEmail(email)),
      ];
      let mended = 0;
      const errors: unknown[] = [];
      for (const step of steps) {
        if (signal?.aborted) break;
        try {
          const { isMended, isServerAway } = await step();
          if (isMended) mended += 1;
          if (isServerAway) break;
        } catch (error) {
          // One that cannot be mended keeps no other one waiting, and is told in the end.
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
      return mended;
    },
  };
}
