import {
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import { by, openTrialQuotations, type TrialQuotations } from './testing/trialQuotations.js';

const ROUNDS = 25;

let backend: TestBackend;
let trial: TrialQuotations;
let other: Awaited<ReturnType<TrialQuotations['openOther']>>;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialQuotations(backend);
  other = await trial.openOther();
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
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
      const { id: customerId } = await trial.customer(`Anitha ${round}`);
      const [created, deleted] = await Promise.allSettled([
        trial.quotations.create(QuotationInputSchema.parse({ customerId }), by()),
        other.customers.delete(customerId, by()),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (created.status === 'rejected') expect(created.reason).toMatchObject(customerUnknown);
      else expect(isBefore(created, deleted)).toBe(true);
    }
  });

  it('hands no quotation to a customer who has just been deleted', async () => {
    const { id: customerId } = await trial.customer('Lakshmi Nair');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { quotation } = await trial.create({ customerId });
      const { id: nextId } = await trial.customer(`Anitha ${round}`);
      const [moved, deleted] = await Promise.allSettled([
        trial.quotations.update(
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
    const { id: customerId } = await trial.customer('Meera Pillai', { kycStatus: 'verified' });
    const patch = QuotationPatchSchema.parse({ premiumAmount: '9000' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, version } = (await trial.create({ customerId, status: 'accepted' })).quotation;
      const policy = trial.typedPolicy('health', { customerId, policyNumber: `RACE/${round}` });
      const [changed, converted] = await Promise.allSettled([
        trial.quotations.update(id, patch, by()),
        other.quotations.convert(id, policy, by({ expectedVersion: version })),
      ]);
      if (changed.status === 'rejected') {
        expect(changed.reason).toMatchObject({ code: 'quotation-converted' });
        expect(converted.status).toBe('fulfilled');
      } else {
        expect(converted).toMatchObject({ reason: { code: 'stale-version' } });
        expect(await trial.policies.issuedFor(id)).toBeNull();
      }
    }
  });
});
