import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { MergeInput } from '@insuremanager/contracts/customers/duplicates';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { beforeEach, describe, expect, it } from 'vitest';
import { caughtUp } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import type { DyingMergeInput, MergeFaultPoint } from './testing/dyingMerge.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 600_000;
const actor = { userId: 1, username: 'admin', role: 'admin' } as const;

const { services, installation } = killedFixture();
let into: number;
let gone: number;

const context = () => ({ commandId: randomUUID(), actor, correlationId: 'test' });

const addCustomer = async (name: string, city: string): Promise<number> => {
  const input = CustomerInput.parse({ name, phone: '9847012345', city });
  return (await services.customers.create(input, context())).record.id;
};
const issue = async (customerId: number, policyNumber: string, premiumAmount: string) => {
  const input = policyInputOf('health').parse({
    ...{ customerId, policyNumber, insuranceCompany: 'Star Health', policyType: 'family' },
    ...{ sumAssured: '500000', premiumAmount, premiumFrequency: 'yearly' },
    ...{ startDate: '2026-07-01', endDate: '2027-06-30' },
  });
  await services.policies.issue('health', input, context());
};

beforeEach(async () => {
  into = await addCustomer('Anitha Nair', 'Kochi');
  gone = await addCustomer('അനിത നായർ', 'Thrissur');
  await issue(into, 'KILL/1', '9000');
  await issue(gone, 'KILL/2', '5000');
  await caughtUp(services);
}, TIMEOUT_MS);

/** Lets a process of its own work until it is killed at the point. */
async function killedAt(
  faultPoint: MergeFaultPoint,
  asked: MergeInput,
  as: ReturnType<typeof context>,
): Promise<void> {
  const input = { faultPoint, intoId: into, asked, context: as, ...installation };
  const ended = signalThatEnded('dyingMerge', input satisfies DyingMergeInput);
  expect(await ended).toBe('SIGKILL');
  await caughtUp(services);
}

/** What the lists, the totals and the streams say. */
async function figures() {
  await caughtUp(services);
  const { customers, policies, dashboard } = services;
  const [of, held, cards] = await Promise.all([
    Promise.all([into, gone].map((id) => customers.find(id))),
    Promise.all([into, gone].map((customerId) => policies.count({ customerId }))),
    dashboard.metrics(),
  ]);
  return {
    total: await customers.total(),
    shown: of.map((one) => one && [one.id, one.city]),
    policies: held.map(({ count }) => count),
    premiums: cards.monthlyRevenue,
    active: cards.activePolicies,
  };
}

const typesOf = async (id: number): Promise<string[]> =>
  (await services.platform.commands.readHistory(customerStream(id)))
    .map(({ type }) => type)
    .filter((type) => type !== 'CustomerRegistered');

describe.runIf(whole)(
  'a process that is killed in the middle of a merge, and of its undoing',
  () => {
    const moments = [
      ['before MergeCustomer', 'before UndoMerge', 'again'],
      ['after MergeCustomer', 'after UndoMerge', 'again'],
      ['after MergeCustomer', 'after UndoMerge', 'by the job'],
      ['after TakeDuplicate', 'after GiveBack', 'again'],
    ] as const;
    it.each(moments)(
      '%s, and %s, leaves one merge and one undoing once it is done %s',
      async (whileMerging, whileUndoing, how) => {
        const { customers } = services;
        const before = await figures();
        const [asMerger, asUndoer] = [context(), context()];
        const seen = await Promise.all([into, gone].map((id) => customers.current(id)));
        const [version = -1, duplicateVersion = -1] = seen.map((one) => one?.version);
        const asked = {
          ...{ duplicateId: gone, fields: ['city'], takesKyc: false },
          ...{ version, duplicateVersion },
        } satisfies MergeInput;

        await killedAt(whileMerging, asked, asMerger);
        if (whileMerging === 'after MergeCustomer') {
          // Half a merge: their number leads on, and nothing is counted twice or lost.
          const half = await figures();
          expect(half).toMatchObject({ total: before.total - 1, policies: [2, 0] });
          expect(half).toMatchObject({ premiums: before.premiums, active: before.active });
        }
        if (how === 'again') await customers.merge(into, asked, asMerger);
        else expect(await customers.finishMerges()).toBe(1);
        const merged = {
          ...{ ...before, total: before.total - 1, policies: [2, 0] },
          shown: [into, into].map((id) => [id, 'Thrissur']),
        };
        expect(await figures()).toEqual(merged);
        expect(await customers.finishMerges()).toBe(0);
        expect(await typesOf(gone)).toEqual(['CustomerMerged']);
        expect(await typesOf(into)).toEqual(['CustomerDetailsChanged', 'DuplicateMerged']);

        await killedAt(whileUndoing, asked, asUndoer);
        if (how === 'again') await customers.undoMerge(into, gone, asUndoer);
        else expect(await customers.finishMerges()).toBe(1);
        expect(await figures()).toEqual(before);
        expect(await customers.finishMerges()).toBe(0);
        expect(await typesOf(gone)).toEqual(['CustomerMerged', 'CustomerMergeUndone']);
        expect(await typesOf(into)).toEqual([
          ...['CustomerDetailsChanged', 'DuplicateMerged'],
          ...['CustomerDetailsChanged', 'DuplicateSeparated'],
        ]);
        await services.readModels.rebuild(() => undefined);
        expect(await figures()).toEqual(before);
      },
      TIMEOUT_MS,
    );
  },
);
