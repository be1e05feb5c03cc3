import { ConsentInput, CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import {
  policyPatchOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  ReminderFilter,
  ReminderListRequest,
} from '@insuremanager/contracts/reminders/reminderViews';
import { type Customers, createCustomers, customersSlice } from '../../customers/index.js';
import type { EventLog } from '../../platform/eventLog/eventLog.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { type Locks, openLocks } from '../../platform/locks/locks.js';
import type { Platform } from '../../platform/platform.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { by, openSlices } from '../../platform/testing/serviceFixture.js';
import {
  createPolicies,
  type Policies,
  policiesSlice,
  type TermRef,
} from '../../policies/index.js';
import { typedPolicy } from '../../policies/testing/policyFixture.js';
import { createReminders, type ReminderTies } from '../createReminders.js';
import { remindersSlice } from '../index.js';
import type { Notices } from '../notices.js';
import type { Reminders } from '../reminders.js';
import { createTestNotices } from './testNotices.js';

type Neighbours = Pick<ReminderTies, 'customers' | 'policies'>;

/**
 * The slices over given servers, with a sender that does as it is told, or one of the test's own.
 */
export async function openReminderFixture(
  servers: EventLogPlace,
  openNotices?: (platform: Platform, neighbours: Neighbours) => Notices,
  others: Parameters<typeof openSlices>[1] = [],
) {
  let now = new Date('2026-04-01T06:00:00Z');
  const slices = [customersSlice, policiesSlice, remindersSlice, ...others];
  const underneath = await openSlices(servers, slices, { clock: { now: () => now } });
  const { databaseUrl, platform, readModels, projected } = underneath;
  const customers: Customers = createCustomers(platform, readModels, {
    policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
    claims: { openNumbersOf: async () => [] },
    documents: { isKycOf: async () => false },
  });
  const policies: Policies = createPolicies(platform, readModels, { customers });
  const sender = createTestNotices({ ...platform, customers, policies });
  const opened: Reminders[] = [];
  const locks: Locks[] = [];

  const remindersOver = (over: Platform, ties: Partial<ReminderTies> = {}): Reminders => {
    const own = openNotices?.(over, { customers, policies });
    const all = { customers, policies, notices: own ?? sender.notices, ...ties };
    const reminders = createReminders(over, readModels, all);
    opened.push(reminders);
    return reminders;
  };
  const reminders = remindersOver(platform);
  const caughtUp = async () => projected({ position: await platform.eventLog.head() });

  const setTime = (instant: string): void => {
    now = new Date(instant);
  };

  return {
    ...underneath,
    customers,
    policies,
    reminders,
    sender,
    caughtUp,
    setTime,
    /** What the scheduler does at an hour of a Kolkata day; waits until the lists show it. */
    async remindOn(day: string, time = '10:00:00', by = reminders): Promise<number> {
      setTime(`${day}T${time}+05:30`);
      await caughtUp();
      const requested = await by.requestDue();
      await caughtUp();
      return requested;
    },
    customer: async (name: string, fields: object = {}) => {
      const input = CustomerInput.parse({ name, ...CONTACT, ...fields });
      return (await projected(await customers.create(input, by()))).record;
    },
    recordConsent: async (id: number, choices: object) =>
      projected(await customers.recordConsent(id, ConsentInput.parse(choices), by())),
    patchCustomer: async (id: number, patch: object) =>
      projected(await customers.update(id, patch, by())),
    typed: typedPolicy,
    issue: async (kind: PolicyKind, fields: object) =>
      (await projected(await policies.issue(kind, typedPolicy(kind, fields), by()))).record,
    update: async (ref: TermRef, fields: object) =>
      projected(await policies.update(ref, policyPatchOf(ref.kind).parse(fields), by())),
    renew: async (ref: TermRef, fields: object = {}) =>
      projected(await policies.renew(ref, renewalOf(ref.kind).parse(fields), by())),
    cancel: async (ref: TermRef) =>
      projected(await policies.cancel(ref, { reason: 'other' }, by())),
    reinstate: async (ref: TermRef) =>
      projected(await policies.reinstate(ref, ReinstatementInput.parse({}), by())),
    remove: async (ref: TermRef) => projected(await policies.delete(ref, by())),
    /** What the history lists, the oldest first. */
    history: async (filter: ReminderFilter = {}, more: Partial<ReminderListRequest> = {}) => {
      const request = { filter, sort: 'added', direction: 'asc', limit: 1000, ...more } as const;
      return (await reminders.list(request)).items;
    },
    /** The reminders as another process would offer them, over a log that behaves so. */
    over: (changes: Partial<EventLog>, ties: Partial<ReminderTies> = {}): Reminders => {
      const own = openLocks({ databaseUrl, logger: platform.logger });
      locks.push(own);
      return remindersOver(platformOver(platform, changes, own.withLock), ties);
    },
    async close() {
      for (const one of opened) await one.stop();
      for (const one of locks) await one.close();
      await underneath.close();
    },
  };
}

export type ReminderFixture = Awaited<ReturnType<typeof openReminderFixture>>;

const CONTACT = { phone: '9876500000', email: 'someone@example.in' };
