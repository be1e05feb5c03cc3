import { randomBytes } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import {
  policyInputOf,
  policyPatchOf,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { type Customers, createCustomers, customersSlice } from '../../customers/index.js';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLog } from '../../platform/eventLog/eventLog.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { type Locks, openLocks } from '../../platform/locks/locks.js';
import type { AnySlice } from '../../platform/slice.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { by, openSlices, textOfLog } from '../../platform/testing/serviceFixture.js';
import { createPolicies, type Policies, policiesSlice, type TermRef } from '../index.js';

const HEALTH = {
  insuranceCompany: 'Star Health',
  policyType: 'family',
  sumAssured: '500000',
  premiumAmount: '12500.50',
  premiumFrequency: 'yearly',
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};
const VEHICLE = {
  insuranceCompany: 'Malabar General',
  vehicleNumber: 'KL 07 AB 1234',
  vehicleType: 'car',
  sumAssured: '650000',
  premiumAmount: '18000',
  premiumFrequency: 'yearly',
  startDate: '2026-04-01',
  endDate: '2027-03-31',
};

/** The input of a policy as the form sends it, with everything that must be there. */
export const typedPolicy = (kind: PolicyKind, fields: object) =>
  policyInputOf(kind).parse({ ...(kind === 'health' ? HEALTH : VEHICLE), ...fields });

/** Both capabilities over servers that are there, and short words for what tests do with them. */
export async function openPolicyFixture(
  servers: EventLogPlace,
  masterKey = randomBytes(32),
  more: readonly AnySlice[] = [],
) {
  let now = new Date('2026-04-01T06:00:00Z');
  const others: Locks[] = [];
  const clock = { now: () => now };
  const opened = await openSlices(servers, [customersSlice, policiesSlice, ...more], {
    ...{ masterKey, clock },
  });
  const { databaseUrl, platform, readModels, projected } = opened;
  const customers: Customers = createCustomers(platform, readModels, {
    policies: { activeNumbersOf: (id) => policies.activeNumbersOf(id) },
    claims: { openNumbersOf: async () => [] },
    documents: { isKycOf: async () => false },
  });
  const policies: Policies = createPolicies(platform, readModels, { customers });

  return {
    ...opened,
    customers,
    policies,
    /** Waits until the lists show all that was written before. */
    caughtUp: async () => projected({ position: await platform.eventLog.head() }),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    passTime: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    typed: typedPolicy,
    customer: async (name: string, fields: object = {}) => {
      const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await projected(await customers.create(input, by()))).record;
    },
    issue: async (kind: PolicyKind, fields: object, context?: Partial<CommandContext>) =>
      projected(await policies.issue(kind, typedPolicy(kind, fields), by(context))),
    update: async (ref: TermRef, fields: object, context?: Partial<CommandContext>) =>
      projected(await policies.update(ref, policyPatchOf(ref.kind).parse(fields), by(context))),
    renew: async (ref: TermRef, fields: object = {}, context?: Partial<CommandContext>) =>
      projected(await policies.renew(ref, renewalOf(ref.kind).parse(fields), by(context))),
    remove: async (ref: TermRef, context?: Partial<CommandContext>) =>
      projected(await policies.delete(ref, by(context))),
    summaries: async (ref: TermRef) => (await policies.history(ref)).map(({ summary }) => summary),
    /** Every event as the log holds it, as text. */
    wholeLog: () => textOfLog(platform.eventLog),
    /** The policies as another process would offer them, over a log that behaves as told. */
    over: (changes: Partial<EventLog>): Policies => {
      const locks = openLocks({ databaseUrl, logger: platform.logger });
      others.push(locks);
      const over = platformOver(platform, changes, locks.withLock);
      return createPolicies(over, readModels, { customers });
    },
    async close() {
      for (const other of others) await other.close();
      await opened.close();
    },
  };
}

export type PolicyFixture = Awaited<ReturnType<typeof openPolicyFixture>>;

export const refOf = ({ kind, id }: PolicyView): TermRef => ({ kind, id });
