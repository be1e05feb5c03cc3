import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { describe, expect, it } from 'vitest';
import { brokenLinks, numbersInDispute, type Term } from './terms.js';

const term = (id: number, more: Partial<Term> = {}): Term => ({
  id,
  policy_id: 1,
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
    ['a next term that does not know of it', [first, term(2)]],
    ['a term before that does not know of it', [term(1), second]],
    ['a second successor', [first, second, term(3, { predecessor_id: 1 })]],
    ['a next term in another policy', [first, { ...second, policy_id: 2 }]],
    ['a term that is renewed into nothing', [term(1, { status: 'renewed' })]],
  ])('show %s', (_, terms) => {
    expect(brokenLinks(terms)).not.toEqual([]);
  });
});

describe('policy numbers', () => {
  const reservedFor = (owner: string | null) => async () => owner;

  it('are a policy’s own when they are reserved for it', async () => {
    expect(await numbersInDispute([first, second], reservedFor(policyStream(1)))).toEqual([]);
  });

  it.each<[string, Term[], string | null]>([
    ['two policies bear', [first, second, term(5, { policy_id: 5 })], policyStream(1)],
    ['is free', [first, second], null],
    ['is reserved for another policy', [first, second], policyStream(2)],
  ])('show one that %s', async (_, terms, owner) => {
    expect(await numbersInDispute(terms, reservedFor(owner))).not.toEqual([]);
  });
});
