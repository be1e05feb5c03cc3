import type { Clock } from '../platform/clock.js';
import { type RecordedEvent, systemActor } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import type { Logger } from '../platform/logger.js';
import type { Notices } from './notices.js';
import type { OpenNotice, ReminderQueries } from './reminderQueries.js';
import type { Reminders } from './reminders.js';

interface Parts extends Pick<ReminderQueries, 'openNotices'> {
  readonly notices: Pick<Notices, 'configured' | 'deliver'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Found at once, and under way at once. */
const PAGE = 100;
const AT_ONCE = 12;
/** In one run: while a channel is away, all that waits for it is looked at in turns. */
const MOST_LOOKED_AT = 1000;

const RESUMING = {
  actor: systemActor,
  correlationId: 'resume-reminders',
} as const satisfies Pick<RecordedEvent['metadata'], 'actor' | 'correlationId'>;

/** Takes up what was put off until later, and what whoever began it left behind. */
export const noticeResumption = ({
  openNotices,
  notices,
  clock,
  logger,
}: Parts): Pick<Reminders, 'resume'> => {
  /** Where the last run ended that did not get to the end. */
  let last: OpenNotice | null = null;

  return {
    async resume(signal) {
      if (notices.configured.length === 0) return 0;
      const now = clock.now();
      let sent = 0;
      for (let looked = 0; looked < MOST_LOOKED_AT && !signal?.aborted; looked += PAGE) {
        const page: OpenNotice[] = await openNotices(now, last, PAGE);
        last = page.length < PAGE ? null : (page.at(-1) ?? null);
        await forEachLimit(page, { atOnce: AT_ONCE, signal }, async ({ customerId, noticeId }) => {
          try {
            const { isDone, reminders } = await notices.deliver(customerId, noticeId, RESUMING);
            if (isDone && reminders.length > 0) sent += 1;
          } catch (error) {
            // Somebody else is at it.
            if (error instanceof Refusal && error.code === 'record-locked') return;
            if (error instanceof Refusal && error.kind === 'unavailable') throw error;
            // One that fails keeps no other one waiting, now or in the next run.
            logger.error({ customerId, noticeId }, 'A notice could not be taken up', error);
          }
        });
        if (!last) break;
      }
      return sent;
    },
  };
};
