import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { type Log, ofPolicies } from './logged.js';

/** A term that is kept, as its row tells. */
export interface Term {
  readonly id: number;
  readonly chain_id: number;
  readonly predecessor_id: number | null;
  readonly successor_id: number | null;
  readonly status: string;
  /** The form in which a number is unique. */
  readonly number_key: string;
}

/** What is wrong with the links between terms: each and its next one name each other. */
export function brokenLinks(terms: readonly Term[]): string[] {
  const known = new Map(terms.map((term) => [term.id, term]));
  return terms.flatMap(({ id, chain_id, status, predecessor_id, successor_id }) => {
    const wrong: string[] = [];
    const next = known.get(successor_id ?? 0);
    const before = known.get(predecessor_id ?? 0);
    if (successor_id !== null && next?.predecessor_id !== id) {
      wrong.push(`${successor_id} does not follow ${id}`);
    }
    if (predecessor_id !== null && before?.successor_id !== id) {
      wrong.push(`${predecessor_id} does not lead to ${id}`);
    }
    if (next && next.chain_id !== chain_id) wrong.push(`${next.id} has left chain ${chain_id}`);
    if ((status === 'renewed') !== (successor_id !== null)) wrong.push(`${id} is ${status}`);
    return wrong;
  });
}

/** Renewals and deletions that were not followed by exactly one event in the other term. */
export function notFollowedOnce(log: Log): string[] {
  const balance = new Map<string, number>();
  const count = (step: string, by: 1 | -1) => balance.set(step, (balance.get(step) ?? 0) + by);
  const predecessors = new Map<number, number>();
  for (const { type, data } of ofPolicies(log) as RecordedEvent<PolicyEvent>[]) {
    if (type === 'PolicyRenewed') count(`${data.policyId} is followed by ${data.successorId}`, 1);
    if (type === 'PolicyIssued' && data.predecessorId !== null) {
      count(`${data.predecessorId} is followed by ${data.policyId}`, -1);
      predecessors.set(data.policyId, data.predecessorId);
    }
    if (type === 'PolicyDeleted' && predecessors.has(data.policyId)) {
      count(`${predecessors.get(data.policyId)} is without ${data.policyId}`, 1);
    }
    if (type === 'PolicyRenewalWithdrawn')
      count(`${data.policyId} is without ${data.successorId}`, -1);
  }
  return [...balance].flatMap(([step, open]) => (open === 0 ? [] : [`${step}: ${open}`]));
}

/** Numbers that terms of several chains bear, or that nobody in the chain of a bearer holds. */
export async function numbersInDispute(
  terms: readonly Term[],
  /** The stream that holds a number; null when none does. */
  ownerOf: (number: string) => Promise<string | null>,
): Promise<string[]> {
  const chainOf = new Map(terms.map(({ id, chain_id }) => [policyStream(id), chain_id]));
  const chains = new Map<string, Set<number>>();
  for (const { number_key, chain_id } of terms) {
    chains.set(number_key, (chains.get(number_key) ?? new Set()).add(chain_id));
  }
  const wrong: string[] = [];
  for (const [number, of] of chains) {
    const owner = await ownerOf(number);
    const chain = chainOf.get(owner ?? '');
    if (of.size > 1) wrong.push(`${number} is borne in chains ${[...of].join(', ')}`);
    if (chain === undefined || !of.has(chain)) wrong.push(`${number} is held by ${owner}`);
  }
  return wrong;
}
