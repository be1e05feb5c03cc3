import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import {
  CancellationInput,
  endorsementOf,
  ReinstatementInput,
} from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { expectEveryPrefix, type Glimpse, hourByHour } from '../platform/testing/asOfEveryEvent.js';
import { by } from '../platform/testing/serviceFixture.js';
import { findTerm, type Policy, policyDecider, type TermRef } from './policy.js';
import { viewOfTerm } from './policyTables.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);

type Step = (ref: TermRef) => Promise<PolicyView | null>;

const ofRecord = async ({ record }: { record: PolicyView }) => record;
const insurer = fc.constantFrom('Star Health', 'Niva Bupa', 'Tata AIG');
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record(
      {
        insuranceCompany: insurer,
        premiumAmount: fc.constantFrom('0.01', '12345.67'),
        status: fc.constantFrom('active', 'expired', 'cancelled'),
      },
      { requiredKeys: [] },
    )
    .map((fields) => async (ref: TermRef) => ofRecord(await fixture.update(ref, fields))),
  insurer.map((insuranceCompany) => async (ref: TermRef) => {
    const effectiveFrom = '2026-05-01';
    const input = { effectiveFrom, reason: 'Moved', changes: { insuranceCompany } };
    const endorsement = endorsementOf(ref.kind).parse(input);
    return ofRecord(await fixture.policies.endorse(ref, endorsement, by()));
  }),
  fc.constant(async (ref: TermRef) => {
    const input = { cancelledOn: '2026-06-01', reason: 'sold_vehicle', note: 'Gone' };
    const cancellation = CancellationInput.parse(input);
    return ofRecord(await fixture.policies.cancel(ref, cancellation, by()));
  }),
  fc.constant(async (ref: TermRef) =>
    ofRecord(await fixture.policies.reinstate(ref, ReinstatementInput.parse({}), by())),
  ),
  fc.constant(async (ref: TermRef) => ofRecord(await fixture.renew(ref))),
  fc.constant(async (ref: TermRef) => {
    await fixture.remove(ref);
    return null;
  }),
);

const viewOf =
  ({ kind, id }: TermRef) =>
  (policy: Policy | null, _version: number, today: string): PolicyView | null => {
    const term = findTerm(policy, id);
    return policy?.kind === kind && term && !term.isDeleted
      ? viewOfTerm(policy, term, today)
      : null;
  };

const passAnHour = hourByHour((instant) => fixture.setTime(instant));

describe('a term of a policy as of any event of it', () => {
  it('is what comes of the events until then, and what was seen at that time', async () => {
    const { policies, platform } = fixture;
    const { id: customerId } = await fixture.customer('Anil');
    let [looked, renewed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...POLICY_KINDS),
        fc.array(fc.tuple(steps, fc.nat(2)), { maxLength: 10 }),
        async (kind, all) => {
          const glimpses = new Map<number, Glimpse<PolicyView>[]>();
          const refs: TermRef[] = [];
          const lookAt = async (at: Date) => {
            for (const { id } of refs) {
              const view = await policies.current(id);
              glimpses.set(id, [...(glimpses.get(id) ?? []), { at, view }]);
            }
          };
          const begun = passAnHour();
          const { record } = await fixture.issue(kind, {
            customerId,
            policyNumber: `N${begun.getTime()}`,
          });
          refs.push(refOf(record));
          await lookAt(begun);
          for (const [step, nth] of all) {
            const at = passAnHour();
            const ref = refs[nth % refs.length] as TermRef;
            const made = await step(ref).catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error;
              return null;
            });
            if (made && !refs.some(({ id }) => id === made.id)) {
              refs.push(refOf(made));
              renewed += 1;
            }
            await lookAt(at);
          }
          for (const ref of refs) {
            looked += await expectEveryPrefix<Policy | null, PolicyEvent, PolicyView>({
              ...{ platform, stream: policyStream(record.id), decider: policyDecider },
              viewOf: viewOf(ref),
              asOf: (moment) => policies.asOf(ref, moment),
              glimpses: glimpses.get(ref.id) ?? [],
            });
          }
        },
      ),
      { numRuns: 20, seed: 20_260_401 },
    );
    expect([looked > 40, renewed > 3]).toEqual([true, true]);
  });
});
