import {
  PolicyDeleted,
  PolicyIssued,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { cover, identity } from '@insuremanager/services/policies/testing/samplePolicy';
import { describe, expect, it } from 'vitest';
import { brokenLinks, notFollowedOnce, numbersInDispute, type Term } from './chains.js';

const term = (id: number, more: Partial<Term> = {}): Term => ({
  id,
  chain_id: 1,
  predecessor_id: null,
  successor_id: null,
  status: 'active',
  number_key: 'P/1',
  ...more,
});
const first = term(1, { successor_id: 2, status: 'renewed' });
const second = term(2, { predecessor_id: 1 });

describe('links between terms', () => {
  it('are whole where each names the other', () => {
    expect(brokenLinks([first, second])).toEqual([]);
  });

  it.each<[string, Term[]]>([
    ['a next term that never came', [first]],
    ['a next term that was deleted and not withdrawn', [first, term(2)]],
    ['a term before that does not know of it', [term(1), second]],
    ['a second successor', [first, second, term(3, { predecessor_id: 1 })]],
    ['a next term in another chain', [first, { ...second, chain_id: 2 }]],
    ['a term that is renewed into nothing', [term(1, { status: 'renewed' })]],
  ])('show %s', (_, terms) => {
    expect(brokenLinks(terms)).not.toEqual([]);
  });
});

const issued = (policyId: number, predecessorId: number | null) =>
  PolicyIssued({
    ...{ policyId, predecessorId, kind: 'health', customerId: 3, chainId: 1 },
    quotationId: null,
    ...{ numberKept: true, status: 'active', cover, personal: identity },
  });
const renewed = PolicyRenewed({
  ...{ policyId: 1, successorId: 2, kind: 'health', customerId: 3, chainId: 1 },
  ...{ numberKept: true, cover, personal: identity },
});
const deleted = PolicyDeleted({ policyId: 2 });
const withdrawn = PolicyRenewalWithdrawn({ policyId: 1, successorId: 2, status: 'active' });

const log = (...events: { type: string; data: { policyId: number } }[]) =>
  events.map((event) => ({
    ...event,
    stream: policyStream(event.data.policyId),
  })) as unknown as RecordedEvent[];

describe('steps in two terms', () => {
  it('balance when each was followed once', () => {
    const whole = log(issued(1, null), renewed, issued(2, 1), deleted, withdrawn);
    expect(notFollowedOnce(whole)).toEqual([]);
  });

  it.each<[string, RecordedEvent[]]>([
    ['a renewal that was not followed', log(issued(1, null), renewed)],
    ['one that was followed twice', log(issued(1, null), renewed, issued(2, 1), issued(2, 1))],
    ['a deletion that was not', log(issued(1, null), renewed, issued(2, 1), deleted)],
    ['a renewal withdrawn without a deletion', log(renewed, issued(2, 1), withdrawn)],
  ])('show %s', (_, events) => {
    expect(notFollowedOnce(events)).not.toEqual([]);
  });
});

describe('policy numbers', () => {
  const heldBy = (owner: string | null) => async () => owner;

  it('are a chain’s own when one of its terms holds them', async () => {
    expect(await numbersInDispute([first, second], heldBy(policyStream(2)))).toEqual([]);
  });

  it.each<[string, Term[], string | null]>([
    ['two chains bear', [first, second, term(5, { chain_id: 5 })], policyStream(2)],
    ['nobody holds', [first, second], null],
    ['a term of no chain holds', [first, second], policyStream(7)],
  ])('show one that %s', async (_, terms, owner) => {
    expect(await numbersInDispute(terms, heldBy(owner))).not.toEqual([]);
  });
});
