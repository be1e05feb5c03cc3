import {
  CancellationInput,
  endorsementOf,
  policyPatchOf,
  ReinstatementInput,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import fc from 'fast-check';
import { Refusal } from '../../platform/errors.js';
import { by } from '../../platform/testing/serviceFixture.js';
import type { TermRef } from '../../policies/index.js';
import type { PolicyFixture } from '../../policies/testing/policyFixture.js';

/* Days in the life of an agency, for the tests of its figures. */

/** What a step works on: everything that was there, and is perhaps no more. */
export interface Agency {
  readonly fixture: PolicyFixture;
  readonly customers: number[];
  readonly policies: TermRef[];
  now: Date;
}

export interface Step {
  /** Shown when a sequence fails. */
  readonly said: string;
  readonly act: (agency: Agency) => Promise<void>;
}

/** Around midnight in Kolkata, month ends, a leap day, and the days that they are compared with. */
const INSTANTS = [
  '2028-01-31T18:29:59Z',
  '2028-02-28T18:30:00Z',
  '2028-02-29T12:00:00Z',
  '2028-03-30T18:30:00Z',
  '2028-03-31T18:29:59Z',
  '2028-03-31T18:30:00Z',
  '2028-04-29T23:00:00Z',
  '2028-05-31T05:00:00Z',
];

const amount = fc.constantFrom('0', '0.01', '1000', '12345.67', '99999999.99');
const frequency = fc.constantFrom('monthly', 'quarterly', 'half-yearly', 'yearly');
const insurer = fc.constantFrom('Star Health', 'Niva Bupa', 'Tata AIG');
const status = fc.constantFrom('active', 'expired', 'cancelled', 'renewed');
const which = fc.nat(30);
/** Days from today to the beginning of a term: this month, the one before, and a year ago. */
const beginsIn = fc.constantFrom(-366, -365, -340, -335, -40, -31, -30, -1, 0, 1, 20);
const lasts = fc.constantFrom(1, 12);

const terms = fc
  .record({ premiumAmount: amount, premiumFrequency: frequency, insuranceCompany: insurer })
  .chain((fields) =>
    fc.tuple(beginsIn, lasts).map(([begins, months]) => ({ fields, begins, months })),
  );

const chosen = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(items.length, 1)];

const onPolicy =
  (at: number, act: (ref: TermRef, agency: Agency) => Promise<unknown>) =>
  async (agency: Agency): Promise<void> => {
    const ref = chosen(agency.policies, at);
    if (ref) await act(ref, agency);
  };

let issued = 0;
const issue = (
  kind: PolicyKind,
  at: number,
  term: typeof terms extends fc.Arbitrary<infer T> ? T : never,
): Step => ({
  said: `issue ${kind} ${JSON.stringify(term)}`,
  async act({ fixture, customers, policies, now }) {
    const customerId = chosen(customers, at);
    if (!customerId) return;
    issued += 1;
    const startDate = addDays(kolkataDay(now), term.begins);
    const input = fixture.typed(kind, {
      ...term.fields,
      customerId,
      policyNumber: `N/${issued}`,
      startDate,
      endDate: endOfTerm(startDate, term.months),
    });
    const { record: policy } = await fixture.policies.issue(kind, input, by());
    policies.push({ kind, id: policy.id });
  },
});

const update = (at: number, fields: object): Step => ({
  said: `update ${JSON.stringify(fields)}`,
  act: onPolicy(at, (ref, { fixture }) =>
    fixture.policies.update(ref, policyPatchOf(ref.kind).parse(fields), by()),
  ),
});

const steps: fc.Arbitrary<Step>[] = [
  fc.constantFrom('Anil', 'ലക്ഷ്മി', 'Thomas').map((name) => ({
    said: `register ${name}`,
    act: async ({ fixture, customers }) => {
      customers.push((await fixture.customer(name)).id);
    },
  })),
  which.map((at) => ({
    said: `delete customer ${at}`,
    act: async ({ fixture, customers }) => {
      const id = chosen(customers, at);
      if (id) await fixture.customers.delete(id, by());
    },
  })),
  fc
    .tuple(fc.constantFrom('health', 'vehicle'), which, terms)
    .map(([kind, at, term]) => issue(kind as PolicyKind, at, term)),
  fc
    .tuple(
      which,
      fc.record({ premiumAmount: amount, insuranceCompany: insurer }, { requiredKeys: [] }),
    )
    .map(([at, fields]) => update(at, fields)),
  fc.tuple(which, status).map(([at, to]) => update(at, { status: to })),
  fc.tuple(which, which).map(([at, to]) => ({
    said: 'change the holder',
    act: onPolicy(at, async (ref, { fixture, customers }) => {
      const customerId = chosen(customers, to);
      await fixture.policies.update(ref, policyPatchOf(ref.kind).parse({ customerId }), by());
    }),
  })),
  fc.tuple(which, frequency, amount).map(([at, premiumFrequency, premiumAmount]) => ({
    said: `endorse ${premiumFrequency} ${premiumAmount}`,
    act: onPolicy(at, async (ref, { fixture, now }) => {
      const changes = { premiumFrequency, premiumAmount };
      const effectiveFrom = kolkataDay(now);
      const input = endorsementOf(ref.kind).parse({ effectiveFrom, reason: 'Asked', changes });
      await fixture.policies.endorse(ref, input, by());
    }),
  })),
  which.map((at) => ({
    said: 'renew',
    act: onPolicy(at, async (ref, { fixture, policies }) => {
      const { record: policy } = await fixture.policies.renew(ref, {}, by());
      policies.push({ kind: policy.kind, id: policy.id });
    }),
  })),
  which.map((at) => ({
    said: 'cancel',
    act: onPolicy(at, (ref, { fixture }) =>
      fixture.policies.cancel(ref, CancellationInput.parse({ reason: 'other' }), by()),
    ),
  })),
  which.map((at) => ({
    said: 'reinstate',
    act: onPolicy(at, (ref, { fixture }) =>
      fixture.policies.reinstate(ref, ReinstatementInput.parse({}), by()),
    ),
  })),
  which.map((at) => ({
    said: 'delete',
    act: onPolicy(at, (ref, { fixture }) => fixture.policies.delete(ref, by())),
  })),
  fc.constant({
    said: 'expire what is due',
    act: async ({ fixture, now }: Agency) => {
      await fixture.caughtUp();
      await fixture.policies.expireDue(kolkataDay(now));
    },
  }),
  fc.constantFrom(...INSTANTS).map((instant) => ({
    said: `it is ${instant}`,
    act: async (agency) => {
      agency.now = new Date(instant);
      agency.fixture.setTime(instant);
    },
  })),
];
const [registering, , issuing] = steps;

/** Policies are issued more often than anything else happens to them. */
export const anyStep: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 3, arbitrary: registering ?? fc.constant(update(0, {})) },
    { weight: 10, arbitrary: issuing ?? fc.constant(update(0, {})) },
    ...steps.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
  .map((step) => ({ ...step, toString: () => step.said }));

/** Takes a step; what the rules refuse changes nothing, which is to be seen in the figures, too. */
export async function take(agency: Agency, step: Step): Promise<void> {
  try {
    await step.act(agency);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
