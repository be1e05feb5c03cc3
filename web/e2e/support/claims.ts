import type { ClaimInput, ClaimView } from '@insuremanager/contracts/claims/claimViews';
import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.js';

/** A claim as the REST face takes one. */
export async function addClaim(
  api: APIRequestContext,
  given: Pick<ClaimInput, 'policyId' | 'lossDate' | 'intimatedOn'> &
    Partial<Record<keyof ClaimInput, unknown>>,
): Promise<ClaimView> {
  const data = { kind: 'cashless', amountClaimed: '60000', ...given };
  const answer = await api.post('/api/claims', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}
