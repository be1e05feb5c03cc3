import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { projectOnce } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);

const [CUSTOMERS, MOST_STEPS] = [4, 10];
const [one, other] = [fc.nat(CUSTOMERS - 1), fc.nat(CUSTOMERS - 1)];
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('issue' as const), one, other }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('merge' as const), one, other }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('part' as const), one, other }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('move' as const), one, other }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('renew' as const), one, other }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let issued = 0;

/** Carries a step out, unless it is refused: that one writes nothing. */
async function take({ does, one, other }: Step, ids: number[], terms: number[]): Promise<void> {
  const { customers, policies } = fixture;
  const [id = 0, otherId = 0] = [ids[one], ids[other]];
  const term = terms[(one + other) % Math.max(1, terms.length)];
  const ref = term === undefined ? null : ({ kind: 'health', id: term } as const);
  const versionOf = async (of: number) => (await customers.current(of))?.version ?? -1;
  try {
    if (does === 'issue') {
      issued += 1;
      const fields = { customerId: id, policyNumber: `M/${issued}` };
      terms.push((await fixture.issue('health', fields)).record.id);
    } else if (does === 'merge') {
      const versions = { version: await versionOf(id), duplicateVersion: await versionOf(otherId) };
      const input = { duplicateId: otherId, fields: [], takesKyc: false, ...versions };
      await fixture.projected(await customers.merge(id, input, by()));
    } else if (does === 'part') {
      await fixture.projected(await customers.undoMerge(id, otherId, by()));
    } else if (ref && does === 'move') {
      await fixture.update(ref, { customerId: id });
    } else if (ref) {
      terms.push((await fixture.projected(await policies.renew(ref, {}, by()))).record.id);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

describe('policies of customers who are merged and parted', () => {
  it('are whose the numbers lead to, whether lists followed it or were built from the log', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: MOST_STEPS }), async (steps) => {
        const ids: number[] = [];
        for (let nth = 0; nth < CUSTOMERS; nth += 1) {
          ids.push((await fixture.customer(`Person ${nth}`)).id);
        }
        const terms: number[] = [];
        for (const one of steps) await take(one, ids, terms);
        await fixture.caughtUp();
        for (const term of terms) {
          const listed = await fixture.policies.find(term, 'health');
          const recorded = await fixture.policies.current(term);
          const holder = recorded && (await fixture.customers.remainingOf(recorded.customerId));
          expect(listed?.customerId ?? null).toBe(holder);
        }
        for (const id of ids) {
          const held = await fixture.policies.count({ customerId: id });
          if ((await fixture.customers.remainingOf(id)) !== id) expect(held.count).toBe(0);
        }
      }),
      { numRuns: 15 },
    );
    const parts = { ...fixture, ...fixture.platform };
    const followed = await projectOnce(parts, { maxBatch: 3, isComplete: true });
    expect(await projectOnce(parts, { maxBatch: 500 })).toEqual(followed);
    const listed: { id: number; customer_id: number }[] = await fixture.readModels
      .from('policies')
      .select('id', 'customer_id')
      .orderBy('id');
    expect(followed.policies?.map(({ id, customer_id }) => ({ id, customer_id }))).toEqual(listed);
    expect(followed.customer_merges?.length).toBeGreaterThan(0);
  });
});
