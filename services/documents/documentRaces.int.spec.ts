import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import { by } from '../platform/testing/serviceFixture.js';
import { type DocumentFixture, openDocumentFixture } from './testing/documentFixture.js';

const ROUNDS = 25;

const fixture = testFixture(openDocumentFixture);
let other: Awaited<ReturnType<DocumentFixture['openOther']>>;

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

describe('what two processes do at once', () => {
  it('uploads no document for a customer who has just been deleted', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customerId = await fixture.customer(`Anitha ${round}`);
      const input = { customerId, documentType: 'kyc', policyType: null, policyId: null } as const;
      const file = await fixture.receive();
      const [uploaded, deleted] = await Promise.allSettled([
        fixture.documents.upload(input, file, by()),
        other.customers.delete(customerId, by()),
      ]);
      expect(deleted.status).toBe('fulfilled');
      if (uploaded.status === 'rejected') {
        expect(uploaded.reason).toMatchObject({ fields: [{ code: 'customer-unknown' }] });
      } else expect(isBefore(uploaded, deleted)).toBe(true);
    }
  });

  it('deletes no document on which a KYC status has just come to rest', async () => {
    const customerId = await fixture.customer('Lakshmi Nair');
    for (let round = 0; round < ROUNDS; round += 1) {
      const documentId = (await fixture.upload({ customerId })).record.id;
      const [rested, deleted] = await Promise.allSettled([
        fixture.customers.setKycStatus(customerId, { kycStatus: 'verified', documentId }, by()),
        other.documents.delete(documentId, by()),
      ]);
      const outcomes = [rested.status, deleted.status];
      expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(1);
      if (deleted.status === 'rejected') {
        expect(deleted.reason).toMatchObject({ code: 'kyc-document-in-use' });
      }
    }
  });
});
