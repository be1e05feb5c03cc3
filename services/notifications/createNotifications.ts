import { endOfImport } from '@insuremanager/contracts/imports/importEnds';
import {
  FAILURE_NOTICE_DAYS,
  IMPORT_NOTICE_DAYS,
  NOTIFICATIONS_COUNTED,
  NOTIFICATIONS_SHOWN,
  type Notification,
  type NotificationCount,
  notificationKindsOf,
  QUOTATION_NOTICE_DAYS,
  RENEWAL_NOTICE_DAYS,
  REQUEST_NOTICE_DAYS,
  TO_DO_KINDS,
  type ToDoKind,
} from '@insuremanager/contracts/notifications/notificationViews';
import { BREACH_STEPS, STEP_LABELS } from '@insuremanager/contracts/privacy/breachKinds';
import { RIGHT_LABELS } from '@insuremanager/contracts/privacy/requestKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Breaches } from '../breaches/index.js';
import type { Customers } from '../customers/index.js';
import type { Imports } from '../imports/index.js';
import type { PersonRequests } from '../personRequests/index.js';
import type { Clock } from '../platform/clock.js';
import type { Platform } from '../platform/platform.js';
import type { Policies } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import type { Reminders } from '../reminders/index.js';
import type { Renewals } from '../renewals/index.js';
import type { Retention } from '../retention/index.js';
import type { Notifications, NotificationsOfBook } from './notifications.js';
import { openReadMarks, type ReadMarks } from './readMarks.js';

export interface NotificationSources {
  readonly customers: Pick<Customers, 'summaries' | 'count' | 'within'>;
  readonly policies: Pick<Policies, 'findAll' | 'within'>;
  readonly quotations: Pick<Quotations, 'endingSoon' | 'within'>;
  readonly reminders: Pick<Reminders, 'recentFailures' | 'within'>;
  readonly renewals: Pick<Renewals, 'uncontacted' | 'followUpsDue' | 'within'>;
  readonly retention: Pick<Retention, 'count'>;
  readonly personRequests: Pick<PersonRequests, 'due'>;
  readonly breaches: Pick<Breaches, 'openClocks'>;
  readonly imports: Pick<Imports, 'ended'>;
}

/** What only those are notified of who see all books. */
type OfAllBooks = Pick<
  NotificationSources,
  'retention' | 'personRequests' | 'breaches' | 'imports'
>;

interface AskedSources extends OfAllBooks {
  readonly customers: Pick<Customers, 'summaries' | 'count'>;
  readonly policies: Pick<Policies, 'findAll'>;
  /** A user's own, and those of nobody. */
  readonly quotationsOf: (userId: number) => Pick<Quotations, 'endingSoon'>;
  readonly reminders: Pick<Reminders, 'recentFailures'>;
  readonly renewals: Pick<Renewals, 'uncontacted' | 'followUpsDue'>;
}

/** What is found of a kind: who the customer is and what was read is added for all at once. */
interface Found extends Omit<Notification, 'customerName' | 'isRead'> {
  /** What it is called where it is about no customer. */
  readonly name?: string;
}

interface FoundOfKind {
  readonly found: Found[];
  /** False: there are more. */
  readonly isAll: boolean;
}

/** The capability "notifications". Makes its schema where it is missing. */
export async function createNotifications(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  _tables: unknown,
  { customers, policies, quotations, reminders, renewals, ...ofAllBooks }: NotificationSources,
): Promise<Notifications> {
  const marks = await openReadMarks(pool);
  const quotationsOf = (userId: number) => quotations.within({ ownerId: userId });
  const all = { customers, policies, quotationsOf, reminders, renewals, ...ofAllBooks };
  return {
    ...notificationsFrom(all, marks, clock),
    within: (book) =>
      notificationsFrom(
        {
          customers: customers.within(book),
          policies: policies.within(book),
          quotationsOf,
          reminders: reminders.within(book),
          renewals: renewals.within(book),
          ...ofAllBooks,
        },
        marks,
        clock,
      ),
  };
}

function notificationsFrom(
  {
    customers,
    policies,
    quotationsOf,
    reminders,
    renewals,
    retention,
    personRequests,
    breaches,
    imports,
  }: AskedSources,
  marks: ReadMarks,
  clock: Clock,
): NotificationsOfBook {
  const limit = NOTIFICATIONS_COUNTED + 1;
  const upToLimit = (found: Found[]): FoundOfKind => ({
    found: found.slice(0, NOTIFICATIONS_COUNTED),
    isAll: found.length < limit,
  });

  const find: Readonly<Record<ToDoKind, (userId: number) => Promise<FoundOfKind>>> = {
    async 'renewal-due'() {
      const today = kolkataDay(clock.now());
      const due = await renewals.uncontacted(today, RENEWAL_NOTICE_DAYS, limit);
      return upToLimit(
        due.map(({ termId, customerId, policyNumber, kind, endDate }) => ({
          key: `renewal-due:${termId}:${endDate}`,
          kind: 'renewal-due',
          ...{ customerId, record: kind, recordId: termId, number: policyNumber },
          ...{ day: endDate, at: null },
        })),
      );
    },

    async 'follow-up-due'(userId) {
      const today = kolkataDay(clock.now());
      const due = await renewals.followUpsDue(today, userId, limit);
      return upToLimit(
        due.map(({ termId, customerId, policyNumber, kind, followUpOn }) => ({
          key: `follow-up-due:${termId}:${followUpOn}`,
          kind: 'follow-up-due',
          ...{ customerId, record: kind, recordId: termId, number: policyNumber },
          ...{ day: followUpOn, at: null },
        })),
      );
    },

    async 'reminder-failed'() {
      const failed = await reminders.recentFailures(FAILURE_NOTICE_DAYS, limit);
      const terms = await policies.findAll(failed.map(({ policyId }) => policyId));
      return upToLimit(
        failed.map(({ id, customerId, policyId, policyType, requestedAt }) => ({
          key: `reminder-failed:${id}`,
          kind: 'reminder-failed',
          ...{ customerId, record: policyType, recordId: policyId },
          number: terms.get(policyId)?.policyNumber ?? null,
          ...{ day: null, at: requestedAt },
        })),
      );
    },

    async 'quotation-ending'(userId) {
      const ending = await quotationsOf(userId).endingSoon(QUOTATION_NOTICE_DAYS, limit);
      return upToLimit(
        ending.map(({ id, customerId, quotationNumber, validUntil }) => ({
          key: `quotation-ending:${id}:${validUntil}`,
          kind: 'quotation-ending',
          ...{ customerId, record: 'quotation', recordId: id, number: quotationNumber },
          ...{ day: validUntil, at: null },
        })),
      );
    },

    async 'breach-due'() {
      const open = await breaches.openClocks(limit);
      return upToLimit(
        open.map(({ breachId, step, dueAt }) => ({
          key: `breach-due:${breachId}:${BREACH_STEPS.indexOf(step)}`,
          kind: 'breach-due',
          ...{ customerId: null, record: 'breach', recordId: breachId, name: `Breach ${breachId}` },
          ...{ number: STEP_LABELS[step], day: null, at: dueAt.toISOString() },
        })),
      );
    },

    async 'request-due'() {
      const due = await personRequests.due(REQUEST_NOTICE_DAYS, limit);
      return upToLimit(
        due.map(({ id, customerId, right, dueOn }) => ({
          key: `request-due:${id}:${dueOn}`,
          kind: 'request-due',
          ...{ customerId, record: 'request', recordId: id, number: RIGHT_LABELS[right] },
          ...{ day: dueOn, at: null },
        })),
      );
    },

    async 'import-ended'(userId) {
      const ended = await imports.ended(userId, IMPORT_NOTICE_DAYS, limit);
      return upToLimit(
        ended.map((one) => ({
          key: `import-ended:${one.id}:${Date.parse(one.endedAt)}`,
          kind: 'import-ended',
          ...{ customerId: null, record: 'import', recordId: one.id },
          ...{ name: endOfImport(one).title, number: endOfImport(one).words },
          ...{ day: null, at: one.endedAt },
        })),
      );
    },
  };

  return {
    async list({ userId, role }, muted = []) {
      const wanted = notificationKindsOf(role).filter((kind) => !muted.includes(kind));
      const kinds = TO_DO_KINDS.filter((kind) => wanted.includes(kind));
      const [pendingKyc, endedRetention, ...found] = await Promise.all([
        wanted.includes('kyc-pending') ? customers.count({ kycStatuses: ['pending'] }) : null,
        wanted.includes('retention-ended') ? retention.count('waiting') : null,
        ...kinds.map((kind) => find[kind](userId)),
      ]);
      const keys = found.flatMap((ofKind) => ofKind.found.map(({ key }) => key));
      const read = await marks.among(userId, keys);
      const shown = found.flatMap((ofKind) => shownOf(ofKind.found, read));
      const names = await customers.summaries(shown.flatMap(({ customerId }) => customerId ?? []));
      const items = shown.map(({ name = 'Deleted customer', ...one }) => ({
        ...one,
        customerName: names.get(one.customerId ?? 0)?.name ?? name,
        isRead: read.has(one.key),
      }));
      const counts: NotificationCount[] = kinds.map((kind, nth) => {
        const ofKind = found[nth];
        return { kind, count: ofKind?.found.length ?? 0, isExact: ofKind?.isAll ?? true };
      });
      const totals = [
        ['kyc-pending', pendingKyc],
        ['retention-ended', endedRetention],
      ] as const;
      for (const [kind, total] of totals) {
        if (total) counts.push({ kind, count: total.count, isExact: total.exact });
      }
      return {
        items,
        counts: counts.filter(({ count }) => count > 0),
        unreadKeys: keys.filter((key) => !read.has(key)),
      };
    },

    mark: (userId, keys, isRead) => (isRead ? marks.add(userId, keys) : marks.remove(userId, keys)),
  };
}

/** What is unread first, then what was read last; what is chosen stays in its order. */
function shownOf(found: readonly Found[], read: ReadonlySet<string>): Found[] {
  const keys = new Set(found.map(({ key }) => key));
  const unread = [...keys].filter((key) => !read.has(key));
  const seen = [...read].filter((key) => keys.has(key));
  const chosen = new Set([...unread, ...seen].slice(0, NOTIFICATIONS_SHOWN));
  return found.filter(({ key }) => chosen.has(key));
}
