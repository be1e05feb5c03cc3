import type { Consent } from '@insuremanager/contracts/customers/consentFields';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

const RUNS = { numRuns: isExhaustive(import.meta.url) ? 60 : 8, endOnFailure: true };
const PERSONS = 5;
const CHOSEN = ['city', 'phone'] as const;
type Chosen = (typeof CHOSEN)[number];
const CONSENT = 'reminderEmailConsent';

// What is asked, one after the other

const person = fc.nat(PERSONS - 1);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('merge' as const),
      ...{ into: person, gone: person, fields: fc.subarray([...CHOSEN]) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('part' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('edit' as const), who: person }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;
const drawnPerson = (city: string) => ({ city, phone: '9847000001', consent: null });
const mergeCity = (gone: number) => ({
  ...{ type: 'merge' as const, into: 0, gone },
  fields: ['city'] as Chosen[],
});
/** Two bring the same city, another one's between them and one's after it: the first is parted first. */
const SAME_CITY_TWICE: [ReturnType<typeof drawnPerson>[], Step[]] = [
  ['Kochi', 'Kollam', 'Kannur', 'Kollam', 'Kochi'].map(drawnPerson),
  [
    ...[1, 2, 3, 4].map(mergeCity),
    { type: 'part' as const, which: 0 },
    { type: 'part' as const, which: 2 },
  ],
];
const persons = fc.array(
  fc.record({
    city: fc.constantFrom<string>('Kochi', 'Kollam', 'Kannur'),
    phone: fc.constantFrom<string>('9847000001', '9847000002'),
    consent: fc.constantFrom<Consent | null>('given', 'withdrawn', null),
  }),
  { minLength: PERSONS, maxLength: PERSONS },
);

// What is to come of it: values lie upon each other, and the uppermost is shown

interface Layer {
  /** Who brought it; null: it was typed. */
  readonly of: number | null;
  readonly value: string | null;
}
interface Expected {
  readonly layers: Readonly<Record<Chosen | typeof CONSENT, Layer[]>>;
  into: number | null;
  /** Entries of merges and of their undoing in their own history. */
  told: number;
}

const shown = ({ layers }: Expected, field: keyof Expected['layers']) =>
  layers[field].at(-1)?.value ?? null;

/** On the same day, a withdrawal stands. */
const isLater = (other: string | null, own: string | null): boolean =>
  other !== null && (own === null || (own === 'given' && other === 'withdrawn'));

const remaining = (people: readonly Expected[], who: number): number => {
  const into = people[who]?.into ?? null;
  return into === null ? who : remaining(people, into);
};

describe('customers who are merged and parted in any order', () => {
  it('show at each step who remains, what was chosen of those who are still merged, and in the end what was theirs', async () => {
    const seen = { merged: 0, outOfOrder: 0, mergedFurther: 0 };
    await fc.assert(
      fc.asyncProperty(
        persons,
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async (drawn, steps) => {
          const { customers, projected, register } = fixture;
          const ids: number[] = [];
          for (const [nth, { consent, ...values }] of drawn.entries()) {
            const choice = consent === null ? {} : { [CONSENT]: consent };
            ids.push((await register({ name: `Person ${nth}`, ...values, ...choice })).id);
          }
          const idOf = (who: number) => ids[who] ?? 0;
          const people = drawn.map(
            ({ city, phone, consent }): Expected => ({
              ...{ into: null, told: 0 },
              layers: {
                city: [{ of: null, value: city }],
                phone: [{ of: null, value: phone }],
                [CONSENT]: [{ of: null, value: consent }],
              },
            }),
          );
          const at = (who: number): Expected => {
            const one = people[who];
            if (!one) throw new Error('There is no such person');
            return one;
          };
          const merges: [into: number, gone: number][] = [];
          let edits = 0;

          const check = async () => {
            for (const [who, id] of ids.entries()) {
              const root = remaining(people, who);
              expect(await customers.remainingOf(id)).toBe(idOf(root));
              const view = await customers.current(id);
              expect(view).toMatchObject({
                ...{ id: idOf(root), city: shown(at(root), 'city') },
                phone: expect.stringContaining(shown(at(root), 'phone') ?? ''),
                [CONSENT]: shown(at(root), CONSENT),
              });
              const listed = await fixture.readModels.from('customers').where({ id }).first();
              expect(listed !== undefined).toBe(root === who);
            }
          };
          const part = async (nth: number) => {
            const [into, gone] = merges[nth] ?? [0, 0];
            const asked = customers.undoMerge(idOf(into), idOf(gone), by());
            if (at(into).into !== null) {
              seen.mergedFurther += 1;
              await expect(asked).rejects.toMatchObject({ code: 'merged-further' });
              return;
            }
            await projected(await asked);
            if (merges.slice(nth + 1).some(([other]) => other === into)) seen.outOfOrder += 1;
            merges.splice(nth, 1);
            at(gone).into = null;
            for (const layers of Object.values(at(into).layers)) {
              const own = layers.findIndex(({ of }) => of === gone);
              if (own !== -1) layers.splice(own, 1);
            }
            for (const who of [into, gone]) at(who).told += 1;
          };

          for (const one of steps) {
            if (one.type === 'merge') {
              const { into, gone, fields } = one;
              if (into === gone || at(into).into !== null || at(gone).into !== null) continue;
              const [own, other] = await Promise.all(
                [into, gone].map(
                  async (who) => (await customers.current(idOf(who)))?.version ?? -1,
                ),
              );
              const input = {
                ...{ duplicateId: idOf(gone), fields, takesKyc: false },
                ...{ version: own ?? -1, duplicateVersion: other ?? -1 },
              };
              await projected(await customers.merge(idOf(into), input, by()));
              for (const field of fields) {
                const value = shown(at(gone), field);
                if (value !== shown(at(into), field))
                  at(into).layers[field].push({ of: gone, value });
              }
              const consent = shown(at(gone), CONSENT);
              if (isLater(consent, shown(at(into), CONSENT)))
                at(into).layers[CONSENT].push({ of: gone, value: consent });
              at(gone).into = into;
              for (const who of [into, gone]) at(who).told += 1;
              merges.push([into, gone]);
              seen.merged += 1;
            } else if (one.type === 'part') {
              if (merges.length > 0) await part(one.which % merges.length);
            } else if (at(one.who).into === null) {
              edits += 1;
              const city = `Town ${edits}`;
              await projected(await customers.update(idOf(one.who), { city }, by()));
              at(one.who).layers.city.push({ of: null, value: city });
            }
            await check();
          }

          // All are parted, whoever can be first.
          while (merges.length > 0) {
            const nth = merges.findIndex(([into]) => at(into).into === null);
            await part(nth);
            await check();
          }
          for (const [who, id] of ids.entries()) {
            const types = (await customers.history(id)).map(({ type }) => type);
            const told = types.filter((type) => /Merge|Duplicate/.test(type));
            expect(told).toHaveLength(at(who).told);
          }
        },
      ),
      { ...RUNS, examples: [SAME_CITY_TWICE] },
    );
    expect(seen.merged).toBeGreaterThan(0);
    if (isExhaustive(import.meta.url))
      for (const often of Object.values(seen)) expect(often).toBeGreaterThan(0);
  });
});
