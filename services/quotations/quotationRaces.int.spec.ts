import {
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import { by } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { openQuotationFixture, type QuotationFixture } from './testing/quotationFixture.js';

const ROUNDS = 25;

const fixture = testFixture(openQuotationFixture);
let other: Awaited<ReturnType<QuotationFixture['openOther']>>;

beforeAll(async () => {
  other = await fixture.openOther();
});

type Outcome = PromiseSettledResult<{ position: LogPosition | null }>;

/** Whether both were written, in this order. */
const isBefore = (one: Outcome, other: Outcome): boolean => {
  if (one.status === 'rejected' || other.status === 'rejected') return false;
  const [first, second] = [one.value.position, other.value.position];
  return first !== null && second !== null && comparePositions(first, second) < 0;
};

const customerUnknown = { fields: [{ field: 'customerId', code: 'customer-unknown' }] };

describe('what two processes do at once', () => {
  it('makes no quotation for a customer who has just been deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: customerId } = await fixture.customer(`Anitha ${round}`);
      const [created, deleted] = await Promise.allSettled([
        fixture.quotations.create(QuotationInputSchema.parse({ customerId }), by()),
        other.customers.delete(customerId, by()),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (created.status === 'rejected') expect(created.reason).toMatchObject(customerUnknown);
      else expect(isBefore(created, deleted)).toBe(true);
    }
  });

  it('hands no quotation to a customer who has just been deleted', async () => {
    const { id: customerId } = await fixture.customer('Lakshmi Nair');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { record: quotation } = await fixture.create({ customerId });
      const { id: nextId } = await fixture.customer(`Anitha ${round}`);
      const [moved, deleted] = await Promise.allSettled([
        fixture.quotations.update(
          quotation.id,
          QuotationPatchSchema.parse({ customerId: nextId }),
          by(),
        ),
        other.customers.delete(nextId, by()),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (moved.status === 'rejected') expect(moved.reason).toMatchObject(customerUnknown);
      else expect(isBefore(moved, deleted)).toBe(true);
    }
  });

  it('either changes an offer or makes the policy that the agent saw offered', async () => {
    const { id: customerId } = await fixture.customer('Meera Pillai', { kycStatus: 'verified' });
    const patch = QuotationPatchSchema.parse({ premiumAmount: '9000' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, version } = (await fixture.create({ customerId, status: 'accepted' })).record;
      const policy = typedPolicy('health', { customerId, policyNumber: `RACE/${round}` });
      const [changed, converted] = await Promise.allSettled([
        fixture.quotations.update(id, patch, by()),
        other.quotations.convert(id, policy, by({ expectedVersion: version })),
      ]);
      if (changed.status === 'rejected') {
        expect(changed.reason).toMatchObject({ code: 'quotation-converted' });
        expect(converted.status).toBe('fulfilled');
      } else {
        expect(converted).toMatchObject({ reason: { code: 'stale-version' } });
        expect(await fixture.policies.issuedFor(id)).toBeNull();
      }
    }
  });
});
