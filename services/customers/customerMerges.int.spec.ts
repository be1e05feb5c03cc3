import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { customerDecider } from './customer.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

const TABLES = {
  customers: 'id',
  customer_consents: 'id',
  customer_merges: 'customer_id',
  unfinished_merges: 'customer_id',
} as const;

/** All rows, without what any change moves on. */
async function rows() {
  const found: Record<string, object[]> = {};
  for (const [name, key] of Object.entries(TABLES)) {
    const all: Record<string, unknown>[] = await fixture.readModels
      .from(name)
      .select('*')
      .orderBy(key);
    found[name] = all.map(({ version: _version, updated_at: _at, ...row }) => row);
  }
  return found;
}

const versionOf = async (id: number) => (await fixture.customers.current(id))?.version ?? -1;
const merge = async (intoId: number, duplicateId: number, fields: ('city' | 'phone')[] = []) => {
  const [version, duplicateVersion] = [await versionOf(intoId), await versionOf(duplicateId)];
  const input = { duplicateId, fields, takesKyc: true, version, duplicateVersion };
  return fixture.projected(await fixture.customers.merge(intoId, input, by()));
};
const undo = async (intoId: number, duplicateId: number) =>
  fixture.projected(await fixture.customers.undoMerge(intoId, duplicateId, by()));
const add = async (name: string, fields: object = {}) =>
  (await fixture.register({ name, ...fields })).id;

describe('a merge', () => {
  it('is found again, and undone, after the read models were built anew', async () => {
    const into = await add('Asha', { city: 'Kochi' });
    const gone = await add('ആശ', { city: 'Thrissur', reminderEmailConsent: 'given' });
    const before = await rows();
    await merge(into, gone, ['city', 'phone']);
    const merged = await rows();
    await fixture.readModels.rebuild(() => undefined);
    expect(await rows()).toEqual(merged);
    await undo(into, gone);
    expect(await rows()).toEqual(before);
    await fixture.readModels.rebuild(() => undefined);
    expect(await rows()).toEqual(before);
  });

  it('and its undoing are finished by the job when only their first half was written', async () => {
    const [into, gone] = [
      await add('Bina', { city: 'Kochi' }),
      await add('Beena', { city: 'Alappuzha' }),
    ];
    const before = await rows();
    const { commands } = fixture.platform;
    const load = async (id: number) => {
      const { state } = await commands.load(customerDecider, customerStream(id));
      if (state.phase === 'unknown') throw new Error('There is no such customer');
      return state.record;
    };
    const half = async (command: Parameters<typeof customerDecider.decide>[0]) =>
      fixture.projected(
        await commands.run(customerDecider, {
          ...{ stream: customerStream(gone), command, context: by(), request: command },
        }),
      );
    const fields = ['city'] as const;
    await half({
      ...{
        type: 'MergeCustomer',
        customerId: gone,
        into: await load(into),
        fields,
        takesKyc: false,
      },
    });
    expect(await fixture.customers.finishMerges()).toBe(1);
    expect((await fixture.customers.current(gone))?.city).toBe('Alappuzha');
    expect((await load(into)).duplicates.map(({ id }) => id)).toEqual([gone]);
    await half({ type: 'UndoMerge', customerId: gone, fromId: into });
    expect(await fixture.customers.finishMerges()).toBe(1);
    const head = await fixture.platform.eventLog.head();
    if (head) await fixture.readModels.waitFor(head, 5000);
    expect(await rows()).toEqual(before);
    expect(await fixture.customers.finishMerges()).toBe(0);
  });

  it('of several, undone in any order that leaves the last first, is where it began', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.subarray(['city', 'phone'] as const)), {
          maxLength: 5,
        }),
        async (wanted) => {
          const cities = ['Kochi', 'Kollam', 'Kannur', 'Kottayam'];
          const ids: number[] = [];
          for (const [nth, city] of cities.entries()) {
            ids.push(await add(`Person ${nth}`, { city, phone: `984700000${nth}` }));
          }
          const before = await rows();
          const done: [number, number][] = [];
          for (const [a, b, fields] of wanted) {
            const [into = 0, gone = 0] = [ids[a], ids[b]];
            const isOwn = (await fixture.customers.current(into))?.id === into;
            const isLeft = (await fixture.customers.current(gone))?.id === gone;
            if (into === gone || !isOwn || !isLeft) continue;
            await merge(into, gone, [...fields]);
            done.push([into, gone]);
          }
          const remaining = new Set(
            await Promise.all(ids.map((id) => fixture.customers.remainingOf(id))),
          );
          expect(remaining.size).toBe(ids.length - done.length);
          for (const [into, gone] of done.reverse()) await undo(into, gone);
          expect(await rows()).toEqual(before);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(twice).toEqual(once);
  });
});
