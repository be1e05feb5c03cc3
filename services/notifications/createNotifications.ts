import {
  FAILURE_NOTICE_DAYS,
  NOTIFICATIONS_COUNTED,
  NOTIFICATIONS_SHOWN,
  type Notification,
  type NotificationKind,
  notificationKindsOf,
  QUOTATION_NOTICE_DAYS,
  RENEWAL_NOTICE_DAYS,
} from '@insuremanager/contracts/notifications/notificationViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { Platform } from '../platform/platform.js';
import type { Policies } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import type { Reminders } from '../reminders/index.js';
import type { Renewals } from '../renewals/index.js';
import type { Notifications, NotificationsOfBook } from './notifications.js';
import { openReadMarks, type ReadMarks } from './readMarks.js';

export interface NotificationSources {
  readonly customers: Pick<Customers, 'summaries' | 'within'>;
  readonly policies: Pick<Policies, 'pendingKyc' | 'findAll' | 'within'>;
  readonly quotations: Pick<Quotations, 'endingSoon' | 'within'>;
  readonly reminders: Pick<Reminders, 'recentFailures' | 'within'>;
  readonly renewals: Pick<Renewals, 'uncontacted' | 'followUpsDue' | 'within'>;
}

interface AskedSources {
  readonly customers: Pick<Customers, 'summaries'>;
  readonly policies: Pick<Policies, 'pendingKyc' | 'findAll'>;
  readonly quotations: Pick<Quotations, 'endingSoon'>;
  readonly reminders: Pick<Reminders, 'recentFailures'>;
  readonly renewals: Pick<Renewals, 'uncontacted' | 'followUpsDue'>;
}

/** What is found of a kind: who the customer is and what was read is added for all at once. */
type Found = Omit<Notification, 'customerName' | 'isRead'>;

interface FoundOfKind {
  readonly found: Found[];
  /** False: there may be more. */
  readonly isAll: boolean;
}

/** The capability "notifications". Makes its schema where it is missing. */
export async function createNotifications(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  _tables: unknown,
  { customers, policies, quotations, reminders, renewals }: NotificationSources,
): Promise<Notifications> {
  const marks = await openReadMarks(pool);
  const all = { customers, policies, quotations, reminders, renewals };
  return {
    ...notificationsFrom(all, marks, clock),
    within: (book) =>
      notificationsFrom(
        {
          customers: customers.within(book),
          policies: policies.within(book),
          quotations: quotations.within(book),
          reminders: reminders.within(book),
          renewals: renewals.within(book),
        },
        marks,
        clock,
      ),
  };
}

function notificationsFrom(
  { customers, policies, quotations, reminders, renewals }: AskedSources,
  marks: ReadMarks,
  clock: Clock,
): NotificationsOfBook {
  const limit = NOTIFICATIONS_COUNTED;
  const upToLimit = (found: Found[]): FoundOfKind => ({ found, isAll: found.length < limit });

  const find: Readonly<Record<NotificationKind, (userId: number) => Promise<FoundOfKind>>> = {
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

    async 'quotation-ending'() {
      const ending = await quotations.endingSoon(QUOTATION_NOTICE_DAYS, limit);
      return upToLimit(
        ending.map(({ id, customerId, quotationNumber, validUntil }) => ({
          key: `quotation-ending:${id}:${validUntil}`,
          kind: 'quotation-ending',
          ...{ customerId, record: 'quotation', recordId: id, number: quotationNumber },
          ...{ day: validUntil, at: null },
        })),
      );
    },

    async 'kyc-pending'() {
      const { customers: pending, isAll } = await policies.pendingKyc(limit);
      const found = pending.map(
        ({ customerId, termId, policyNumber, issuedAt }): Found => ({
          // Another policy is another reason to see to it.
          key: `kyc-pending:${customerId}:${termId}`,
          kind: 'kyc-pending',
          ...{ customerId, record: 'customer', recordId: customerId, number: policyNumber },
          ...{ day: null, at: issuedAt },
        }),
      );
      return { found, isAll };
    },
  };

  return {
    async list({ userId, role }, muted = []) {
      const kinds = notificationKindsOf(role).filter((kind) => !muted.includes(kind));
      const found = await Promise.all(kinds.map((kind) => find[kind](userId)));
      const shown = found.flatMap((ofKind) => ofKind.found.slice(0, NOTIFICATIONS_SHOWN));
      const [names, read] = await Promise.all([
        customers.summaries(shown.map(({ customerId }) => customerId)),
        marks.among(
          userId,
          shown.map(({ key }) => key),
        ),
      ]);
      const items = shown.map((one) => ({
        ...one,
        customerName: names.get(one.customerId)?.name ?? 'Deleted customer',
        isRead: read.has(one.key),
      }));
      const counts = kinds.map((kind, nth) => {
        const ofKind = found[nth];
        return { kind, count: ofKind?.found.length ?? 0, isExact: ofKind?.isAll ?? true };
      });
      return {
        items,
        counts: counts.filter(({ count }) => count > 0),
        unread: items.filter(({ isRead }) => !isRead).length,
      };
    },

    mark: (userId, keys, isRead) => (isRead ? marks.add(userId, keys) : marks.remove(userId, keys)),
  };
}
