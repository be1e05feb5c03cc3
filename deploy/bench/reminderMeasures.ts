import { randomUUID } from 'node:crypto';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  ReminderNoticeRequested,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { MANUAL_REMINDER } from '@insuremanager/contracts/reminders/reminderKinds';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { Services } from '../roles/openServices.js';
import { type Figure, figuresOf, timed, together } from './figures.js';
import type { MailSink } from './mailSink.js';
import { processorTimes } from './processes.js';

interface ReminderStage {
  readonly services: Services;
  readonly mail: MailSink;
}

const WANTED = 10_000;
const PAGE = 100;
const PATIENCE_MS = 20 * 60_000;
const AT_ONCE = 16;

/**
 * Reminders of one policy each, from the request in the log through the list of what is due and the
 * notifier of the app to a mail server that takes them at once, until each outcome is in the lists.
 */
export async function measureReminders({ services, mail }: ReminderStage): Promise<Figure[]> {
  const terms = await activeTerms(services);
  const before = mail.taken();
  const processorBefore = await processorTimes();
  const sent = await timed(async () => {
    await together(terms.length, AT_ONCE, async (at) => {
      const term = terms[at];
      if (term) await request(services, term, at + 1);
    });
    await until(async () => {
      const { open } = await services.reminders.progress();
      return open === 0 && mail.taken() - before >= terms.length;
    });
  });
  const processorAfter = await processorTimes();
  const j = figuresOf('j');
  return [
    j('reminders by email', terms.length, ''),
    j('from the request until it is recorded as sent', (terms.length / sent.millis) * 1000, '/s'),
    j('emails beyond one each', mail.taken() - before - terms.length, ''),
    ...[...processorAfter].map(([kind, millis]) => {
      const used = millis - (processorBefore.get(kind) ?? 0);
      return j(`processor time per reminder, ${kind}`, used / terms.length, 'ms');
    }),
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
  const event = ReminderNoticeRequested({
    // As a bulk asks: what the calendar asks for waits for the hour of sending.
    ...{ customerId, noticeId: randomUUID(), trigger: 'bulk', bulkId: 1 },
    reminders: [
      {
        ...{ reminderId, termId: id, policyType: kind, cover: 'policy' },
        ...{ reminderType: MANUAL_REMINDER, dueDate: endDate },
      },
    ],
  });
  const metadata = {
    ...{ commandId: randomUUID(), commandDigest: '', actor: systemActor },
    ...{ correlationId: 'bench', occurredAt: new Date().toISOString() },
  };
  const encoded = await platform.codec.encode(event, randomUUID(), metadata);
  await platform.eventLog.append(remindersStream(customerId), 'no-stream', [encoded]);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('The reminders were not sent.');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
