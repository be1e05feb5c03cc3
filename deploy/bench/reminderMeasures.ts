import { randomUUID } from 'node:crypto';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  ReminderNoticeRequested,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { MANUAL_REMINDER } from '@insuremanager/contracts/reminders/reminderKinds';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import { type Figure, figuresOf, processorFigures, timed } from '../harness/figures.js';
import { encodedEvent } from '../harness/population.js';
import { withProcessorTimes } from '../harness/processes.js';
import { until } from '../harness/waiting.js';
import type { Services } from '../roles/openServices.js';
import type { Bench } from './part.js';

const WANTED = 10_000;
const PAGE = 100;
const TIMEOUT_MS = 20 * 60_000;
const LOOK_MS = 250;
const AT_ONCE = 16;

/**
 * Reminders of one policy each, from the request in the log through the list of what is due and the
 * notifier of the app to a mail server that takes them at once, until each outcome is in the lists.
 */
export async function measureReminders({ services, mail, client }: Bench): Promise<Figure[]> {
  await client();
  const terms = await activeTerms(services);
  const count = terms.length;
  const before = mail.taken();
  const areSent = async () =>
    (await services.reminders.progress()).open === 0 && mail.taken() - before >= count;
  const { result: sent, used } = await withProcessorTimes(() =>
    timed(async () => {
      await forEachLimit([...terms.entries()], { atOnce: AT_ONCE }, ([at, term]) =>
        request(services, term, at + 1),
      );
      await until(areSent, 'the reminders to be sent', TIMEOUT_MS, LOOK_MS);
    }),
  );
  const j = figuresOf('j');
  return [
    j('reminders by email', count, ''),
    j('from the request until it is recorded as sent', (count / sent.millis) * 1000, '/s'),
    j('emails beyond one each', mail.taken() - before - count, ''),
    ...processorFigures(j, 'processor time per reminder', used, { count }),
  ];
}

/** Active ones that have not ended, one of each customer who has an email. */
async function activeTerms({ policies, customers }: Services): Promise<PolicyView[]> {
  const found = new Map<number, PolicyView>();
  let after: string | null = null;
  do {
    const page = await policies.list({
      ...{ filter: { statuses: ['active'] }, sort: 'added', direction: 'asc' },
      ...{ limit: PAGE, cursor: after },
    });
    for (const term of page.items) {
      if (found.has(term.customerId) || term.daysUntilExpiry < 0) continue;
      if ((await customers.find(term.customerId))?.email) found.set(term.customerId, term);
    }
    after = page.nextCursor;
  } while (after && found.size < WANTED);
  return [...found.values()].slice(0, WANTED);
}

async function request(
  { platform }: Services,
  { id, customerId, kind, endDate }: PolicyView,
  reminderId: number,
): Promise<void> {
  const of = { reminderId, termId: id, policyType: kind, cover: 'policy' } as const;
  const event = ReminderNoticeRequested({
    // As a bulk asks: what the calendar asks for waits for the hour of sending.
    ...{ customerId, noticeId: randomUUID(), trigger: 'bulk', bulkId: 1 },
    reminders: [{ ...of, reminderType: MANUAL_REMINDER, dueDate: endDate }],
  });
  const encoded = await encodedEvent(platform, event);
  await platform.eventLog.append(remindersStream(customerId), 'no-stream', [encoded]);
}
