import { policyStream } from '@insuremanager/contracts/policies/policyEvents';

/** An existing term, as its row tells. */
export interface Term {
  readonly id: number;
  readonly policy_id: number;
  readonly predecessor_id: number | null;
  readonly successor_id: number | null;
  readonly status: string;
  /** The form in which a number is unique. */
  readonly number_key: string;
}

/** What is wrong with the links between terms: each and its next one name each other. */
export function brokenLinks(terms: readonly Term[]): string[] {
  const known = new Map(terms.map((term) => [term.id, term]));
  return terms.flatMap(({ id, policy_id, status, predecessor_id, successor_id }) => {
    const wrong: string[] = [];
    const next = known.get(successor_id ?? 0);
    const before = known.get(predecessor_id ?? 0);
    if (successor_id !== null && next?.predecessor_id !== id) {
      wrong.push(`${successor_id} does not follow ${id}`);
    }
    if (predecessor_id !== null && before?.successor_id !== id) {
      wrong.push(`${predecessor_id} does not lead to ${id}`);
    }
    if (next && next.policy_id !== policy_id) wrong.push(`${next.id} has left policy ${policy_id}`);
    if ((status === 'renewed') !== (successor_id !== null)) wrong.push(`${id} is ${status}`);
    return wrong;
  });
}

/** Numbers that terms of several policies bear, or that are reserved for another one. */
export async function numbersInDispute(
  terms: readonly Term[],
  /** The stream that a number is reserved for; null when it is free. */
  ownerOf: (number: string) => Promise<string | null>,
): Promise<string[]> {
  const policiesOf = new Map<string, Set<number>>();
  for (const { number_key, policy_id } of terms) {
    policiesOf.set(number_key, (policiesOf.get(number_key) ?? new Set()).add(policy_id));
  }
  const wrong: string[] = [];
  for (const [number, policies] of policiesOf) {
    const owner = await ownerOf(number);
    if (policies.size > 1) wrong.push(`${number} is borne by policies ${[...policies].join(', ')}`);
    if (![...policies].some((id) => policyStream(id) === owner)) {
      wrong.push(`${number} is reserved for ${owner}`);
    }
  }
  return wrong;
}
