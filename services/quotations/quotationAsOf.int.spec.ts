import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { expectEveryPrefix, type Glimpse, hourByHour } from '../platform/testing/asOfEveryEvent.js';
import { type Quotation, quotationDecider } from './quotation.js';
import { quotationView } from './quotationTables.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);

type Step = (id: number) => Promise<unknown>;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record(
        {
          insuranceCompany: fc.constantFrom(null, 'Star Health', 'Niva Bupa'),
          premiumAmount: fc.constantFrom('0', '12345.67'),
          serviceCharges: fc.constantFrom('0', '500'),
          notes: fc.constantFrom(null, 'Covers two'),
          status: fc.constantFrom(...QUOTATION_STATUSES),
        },
        { requiredKeys: [] },
      )
      .map((fields) => (id: number) => fixture.update(id, fields)),
  },
  fc.constant((id: number) => fixture.email(id, { to: 'anil@example.com', message: 'Please see' })),
  fc.constant((id: number) => fixture.remove(id)),
);

const viewOf = (quotation: Quotation, version: number, today: string): QuotationView | null =>
  quotation.phase === 'existing' ? quotationView(quotation.record, version, today) : null;

const passAnHour = hourByHour((instant) => fixture.setTime(instant));

describe('a quotation as of any of its events', () => {
  it('is what comes of the events until then, and what was seen at that time', async () => {
    const { quotations, platform } = fixture;
    const { id: customerId } = await fixture.customer('Anil');
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...POLICY_KINDS),
        fc.array(steps, { maxLength: 10 }),
        async (insuranceType, all) => {
          const glimpses: Glimpse<QuotationView>[] = [];
          const begun = passAnHour();
          const { record } = await fixture.create({ customerId, insuranceType });
          const { id } = record;
          glimpses.push({ at: begun, view: record });
          for (const step of all) {
            const at = passAnHour();
            await step(id).catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error;
            });
            glimpses.push({ at, view: await quotations.find(id) });
          }
          looked += await expectEveryPrefix<Quotation, QuotationEvent, QuotationView>({
            ...{ platform, stream: quotationStream(id), decider: quotationDecider, viewOf },
            ...{ asOf: (moment) => quotations.asOf(id, moment), glimpses },
          });
        },
      ),
      { numRuns: 15, seed: 20_260_401 },
    );
    expect(looked).toBeGreaterThan(30);
  });
});
