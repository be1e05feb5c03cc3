import { randomInt } from 'node:crypto';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { Policies, TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
/** Other processes on the same log, which are interrupted before every append. */
let processes: Policies[];

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
  processes = [hesitant(), hesitant(), hesitant()];
});

function hesitant(): Policies {
  return fixture.over({
    append: async (...appending) => {
      for (let turns = randomInt(30); turns > 0; turns -= 1) await yieldTurn();
      return fixture.platform.eventLog.append(...appending);
    },
  });
}
const oneOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const issued = async (policyNumber: string): Promise<TermRef> =>
  refOf((await fixture.issue('health', { customerId, policyNumber })).record);

/** Everything that a lost race may answer; anything else that is thrown is a defect. */
const REFUSALS = [
  'policy-number-taken',
  'already-renewed',
  'policy-not-found',
  'record-contested',
  'value-contested',
];
const refusedAtMost = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(REFUSALS).toContain(error.code);
  }
};

describe('two policies', () => {
  it('renewed under one new number at once: one has it, the other stays as it was', async () => {
    const refs = [await issued('RACE/A'), await issued('RACE/B')];
    const races = await Promise.allSettled(
      refs.map((ref, i) => (processes[i] as Policies).renew(ref, { policyNumber: 'RACE/N' }, by())),
    );
    const lost = races.flatMap((race) => (race.status === 'rejected' ? [race.reason] : []));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ kind: 'conflict', code: 'policy-number-taken' });
    await fixture.caughtUp();
    const views = await Promise.all(refs.map(({ id }) => fixture.policies.find(id)));
    expect(views.map((view) => view?.status).toSorted()).toEqual(['active', 'renewed']);
    expect(views.find((view) => view?.status === 'active')?.version).toBe(0);
  });

  it('that swap their numbers at once are both refused, and keep their own', async () => {
    const [one, two] = [await issued('SWAP/1'), await issued('SWAP/2')];
    const swaps = await Promise.allSettled([
      fixture.update(one, { policyNumber: 'SWAP/2' }),
      fixture.update(two, { policyNumber: 'SWAP/1' }),
    ]);
    expect(swaps.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a renewal and a correction of the number at once', () => {
  it('leave each number with the term that has it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [before, after] = [`BOTH/${round}`, `BOTH/${round}/NEW`];
      const ref = await issued(before);
      const [renewing, correcting] = processes as [Policies, Policies];
      await Promise.all([
        renewing.renew(ref, {}, by()),
        correcting.update(ref, { policyNumber: after }, by()),
      ]);
      await fixture.caughtUp();
      const terms = await fixture.policies.termsOf(ref.id);
      expect(terms).toHaveLength(2);
      await expectOwned(terms, [before, after]);
    }
  });
});

describe('whatever agents do to the same policies at once, while the clock jumps', () => {
  it('leaves terms that are linked, and every number with those that have it', async () => {
    const numbers = Array.from({ length: 5 }, (_, i) => `ANY/${i}`);
    const known: TermRef[] = [await issued('ANY/0'), await issued('ANY/1')];
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        Array.from({ length: 8 }, () => refusedAtMost(somethingWith(known, numbers))),
      );
    }
    // What those who lost have reserved waits for them for ten seconds.
    fixture.passTime(11);
    await fixture.caughtUp();
    const terms = await policiesOf('ANY/');
    for (const term of terms) expectLinked(term, terms);
    await expectOwned(terms, numbers);
    await expectOwnedByOne(terms);
  });
});

const policiesOf = async (search: string): Promise<readonly PolicyView[]> => {
  const filter = { kind: 'health', search } as const;
  const request = { filter, sort: 'added', direction: 'asc', limit: 1000 } as const;
  return (await fixture.policies.list(request)).items;
};

async function somethingWith(known: TermRef[], numbers: readonly string[]): Promise<unknown> {
  const policies = oneOf(processes);
  const [ref, policyNumber] = [oneOf(known), oneOf(numbers)];
  const learn = async (work: Promise<{ record: PolicyView }>) => {
    known.push(refOf((await work).record));
  };
  switch (oneOf(['issue', 'update', 'renew', 'renew', 'keep', 'remove', 'remove', 'jump'])) {
    case 'issue':
      return learn(
        policies.issue('health', fixture.typed('health', { customerId, policyNumber }), by()),
      );
    case 'update':
      return policies.update(ref, { policyNumber }, by());
    case 'renew':
      return learn(policies.renew(ref, { policyNumber }, by()));
    case 'keep':
      return learn(policies.renew(ref, {}, by()));
    case 'remove':
      return policies.delete(ref, by());
    default:
      // What somebody has reserved just now is old all at once: others may take it over.
      return fixture.passTime(randomInt(20));
  }
}

/** Both neighbours name each other. */
function expectLinked(
  { id, policyId, predecessorId, successorId }: PolicyView,
  all: readonly PolicyView[],
) {
  const termOf = (wanted: number) => all.find((term) => term.id === wanted);
  if (predecessorId !== null) {
    expect(termOf(predecessorId)).toMatchObject({ policyId, successorId: id });
  }
  if (successorId !== null) {
    expect(termOf(successorId)).toMatchObject({ policyId, predecessorId: id });
  }
}

/** From the streams, also of terms that the lists might have lost. */
async function expectOwnedByOne(terms: readonly PolicyView[]) {
  const policiesOfNumber = new Map<string, Set<number>>();
  for (const term of terms) {
    const now = await fixture.policies.asOf(refOf(term), '2099-01-01');
    const number = policyNumberKey(now?.policyNumber ?? '');
    policiesOfNumber.set(number, (policiesOfNumber.get(number) ?? new Set()).add(term.policyId));
  }
  for (const policies of policiesOfNumber.values()) expect(policies.size).toBe(1);
}

/** A number is one policy's, taken while a term has it, and free otherwise. */
async function expectOwned(terms: readonly PolicyView[], numbers: readonly string[]) {
  for (const number of numbers) {
    const bearers = terms.filter((term) => policyNumberKey(term.policyNumber) === number);
    expect(new Set(bearers.map(({ policyId }) => policyId)).size).toBeLessThanOrEqual(1);
    const issuing = fixture.issue('vehicle', { customerId, policyNumber: number });
    const isFree = await issuing
      .then(({ record: policy }) => fixture.remove(refOf(policy)))
      .then(
        () => true,
        (error: Refusal) => {
          expect(error).toMatchObject({ code: 'policy-number-taken' });
          return false;
        },
      );
    expect({ number, isFree }).toEqual({ number, isFree: bearers.length === 0 });
  }
}
