import { numberKeyOf, type PolicyRecord } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';

/** What a term may not let go of, as the rest of its chain stands. */
export interface Debts {
  /** Numbers that earlier terms bear. Whoever holds them does so for these terms. */
  readonly borneBefore: ReadonlySet<string>;
  /** False when the holder of an earlier term was erased: nobody knows any more what it bears. */
  readonly isAllKnown: boolean;
  /** The next term is promised and not there yet: it may be given any number that is held here. */
  readonly isNextPending: boolean;
}

/** What a term owes the others of its chain. */
export async function debtsOf(
  { load }: Pick<PolicyStreams, 'load'>,
  { predecessorId, successorId }: Pick<PolicyRecord, 'predecessorId' | 'successorId'>,
): Promise<Debts> {
  const borneBefore = new Set<string>();
  let isAllKnown = true;
  for (let id = predecessorId; id !== null; ) {
    const { phase, record } = await load(id);
    if (phase === 'kept' && record) {
      const number = numberKeyOf(record);
      if (number === null) isAllKnown = false;
      else borneBefore.add(number);
    }
    id = record?.predecessorId ?? null;
  }
  const isNextPending = successorId !== null && (await load(successorId)).phase === 'unknown';
  return { borneBefore, isAllKnown, isNextPending };
}
