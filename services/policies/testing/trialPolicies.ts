import { randomBytes, randomUUID } from 'node:crypto';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { renewalOf } from '@insuremanager/contracts/policies/policyChanges';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { type Customers, createCustomers, customerProjector } from '../../customers/index.js';
import type { CommandContext } from '../../platform/commands/command.js';
import {
  comparePositions,
  type EventLog,
  type LogPosition,
} from '../../platform/eventLog/eventLog.js';
import { type Locks, openLocks } from '../../platform/locks/locks.js';
import { createLogger } from '../../platform/logger.js';
import { openPlatform } from '../../platform/platform.js';
import { openReadModels } from '../../platform/readModels/readModels.js';
import { platformOver } from '../../platform/testing/platformOver.js';
import { createPolicies, type Policies, policyProjector, type TermRef } from '../index.js';

const SHOWN_WITHIN_MS = 10_000;

/** A command of one agent, under an id of its own. */
export const by = (context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
  ...context,
});

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

/** Both capabilities over servers that are there, and short words for what tests do with them. */
export async function openTrialPolicies(
  servers: { databaseUrl: string; eventStoreUrl: string },
  masterKey = randomBytes(32),
) {
  let now = new Date('2026-04-01T06:00:00Z');
  const logger = createLogger('silent');
  const others: Locks[] = [];
  const platform = await openPlatform({
    ...servers,
    masterKey,
    definitions: [...customerEventDefinitions, ...policyEventDefinitions],
    clock: { now: () => now },
    logger,
  });
  const { databaseUrl } = servers;
  const projectors = [customerProjector, policyProjector];
  const readModels = await openReadModels({ ...platform, databaseUrl, projectors });
  readModels.start();
  const customers: Customers = createCustomers(platform, readModels, {
    activePolicyNumbers: (id) => policies.activeNumbersOf(id),
    isKycDocument: async () => false,
  });
  const policies: Policies = createPolicies(platform, readModels, customers);

  /** Waits until the lists show it. @throws when they do not in time. */
  const shown = async <Receipt extends { position: LogPosition | null }>(
    receipt: Receipt,
  ): Promise<Receipt> => {
    const { position } = receipt;
    if (position && !(await readModels.waitFor(position, SHOWN_WITHIN_MS))) {
      throw new Error('The lists do not show it in time');
    }
    return receipt;
  };

  const typed = (kind: PolicyKind, fields: object) =>
    policyInputOf(kind).parse({ ...(kind === 'health' ? HEALTH : VEHICLE), ...fields });

  return {
    databaseUrl,
    projectors,
    platform,
    readModels,
    customers,
    policies,
    shown,
    /** Waits until the lists show all that was written before. */
    caughtUp: async () => shown({ position: await platform.eventLog.head() }),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    passTime: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    typed,
    customer: async (name: string, fields: object = {}) => {
      const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
      return (await shown(await customers.register(input, by()))).customer;
    },
    issue: async (kind: PolicyKind, fields: object, context?: Partial<CommandContext>) =>
      shown(await policies.issue(kind, typed(kind, fields), by(context))),
    update: async (ref: TermRef, fields: object, context?: Partial<CommandContext>) =>
      shown(await policies.update(ref, policyPatchOf(ref.kind).parse(fields), by(context))),
    renew: async (ref: TermRef, fields: object = {}, context?: Partial<CommandContext>) =>
      shown(await policies.renew(ref, renewalOf(ref.kind).parse(fields), by(context))),
    remove: async (ref: TermRef, context?: Partial<CommandContext>) =>
      shown(await policies.delete(ref, by(context))),
    summaries: async (ref: TermRef) => (await policies.history(ref)).map(({ summary }) => summary),
    /** Every event as the log holds it, as text. */
    wholeLog: () => textOfLog(platform.eventLog),
    /** The policies as another process would offer them, over a log that behaves as told. */
    over: (changes: Partial<EventLog>): Policies => {
      const locks = openLocks({ databaseUrl, logger });
      others.push(locks);
      return createPolicies(platformOver(platform, changes, locks.withLock), readModels, customers);
    },
    async close() {
      for (const other of others) await other.close();
      await readModels.stop();
      await platform.close();
    },
  };
}

export type TrialPolicies = Awaited<ReturnType<typeof openTrialPolicies>>;

export const refOf = ({ kind, id }: PolicyView): TermRef => ({ kind, id });

async function textOfLog(eventLog: EventLog): Promise<string> {
  const head = await eventLog.head();
  const reading = new AbortController();
  const { signal } = reading;
  const lines: string[] = [];
  for await (const batch of eventLog.subscribe({ after: null, maxBatch: 500, signal })) {
    for (const { stream, type, data, metadata, position } of batch) {
      lines.push(JSON.stringify({ stream, type, data, metadata }));
      if (head && comparePositions(position, head) >= 0) reading.abort();
    }
  }
  return lines.join('\n');
}
