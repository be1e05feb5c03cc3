import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { KYC_STATUSES } from '@insuremanager/contracts/customers/kycStatuses';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { expectEveryPrefix, type Glimpse, hourByHour } from '../platform/testing/asOfEveryEvent.js';
import { by } from '../platform/testing/serviceFixture.js';
import { type Customer, customerDecider } from './customer.js';
import { customerView } from './customerTables.js';
import { NO_DOCUMENT, openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

type Step = (id: number) => Promise<unknown>;

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record(
      {
        name: fc.constantFrom('Anil', 'ലക്ഷ്മി', 'Thomas'),
        email: fc.constantFrom(null, 'a@example.com', 'b@example.org'),
        panNumber: fc.constantFrom(null, 'AAPPV1234K'),
        aadhaarNumber: fc.constantFrom(null, '234123412346'),
        kycStatus: fc.constantFrom(...KYC_STATUSES),
      },
      { requiredKeys: [] },
    )
    .map((fields) => (id: number) => fixture.update(id, fields)),
  fc.tuple(fc.constantFrom(...KYC_STATUSES), fc.constantFrom(null, NO_DOCUMENT - 1)).map(
    ([kycStatus, documentId]) =>
      (id: number) =>
        fixture.customers.setKycStatus(id, { kycStatus, documentId }, by()),
  ),
  fc
    .constantFrom(null, 1, 2)
    .map((ownerId) => (id: number) => fixture.customers.reassign(id, ownerId, by())),
);

const viewOf = (customer: Customer, version: number): CustomerView | null =>
  customer.phase === 'existing' ? customerView(customer.record, version) : null;

const passAnHour = hourByHour((instant) => fixture.setTime(instant));

describe('a customer as of any of their events', () => {
  it('is what comes of the events until then, and what was seen at that time', async () => {
    const { customers, platform } = fixture;
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 12 }), fc.boolean(), async (all, isDeleted) => {
        const glimpses: Glimpse<CustomerView>[] = [];
        const first = passAnHour();
        const { id } = await fixture.register({ name: 'Anil' });
        glimpses.push({ at: first, view: await customers.current(id) });
        const remove: Step = (one) => customers.delete(one, by());
        for (const step of [...all, ...(isDeleted ? [remove] : [])]) {
          const at = passAnHour();
          await step(id).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
          });
          glimpses.push({ at, view: await customers.current(id) });
        }
        looked += await expectEveryPrefix<Customer, CustomerEvent, CustomerView>({
          ...{ platform, stream: customerStream(id), decider: customerDecider, viewOf, glimpses },
          asOf: (moment) => customers.asOf(id, moment),
        });
        const { now, lastKnown } = await customers.besideNow(id, { revision: 0 });
        expect(now).toEqual(isDeleted ? null : glimpses.at(-1)?.view);
        expect(lastKnown).toEqual(glimpses.findLast(({ view }) => view)?.view);
      }),
      { numRuns: 20, seed: 20_260_401 },
    );
    expect(looked).toBeGreaterThan(40);
  });
});
