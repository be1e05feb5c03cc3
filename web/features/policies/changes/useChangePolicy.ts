import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import type { Failure } from '../../../data/problems';
import { type Save, type SaveOperation, useChangeRecord } from '../../../ui/record/useSaveRecord';
import { POLICY, type Policy } from '../policy';
import { actionsFor, type PolicyAction } from '../policyActions';

/** What can be done about a refusal, by its code; the gateway's sentence says what it is. */
const ADVICE: Readonly<Record<string, string>> = {
  'already-renewed': 'Close this form and open the new term.',
  'already-cancelled': 'Close this form. A cancelled policy can be reinstated.',
  'policy-number-taken': 'Enter the number the insurer gave for this term.',
};

const advised = (failure: Failure): Failure => {
  const { problem } = failure;
  const advice = problem && ADVICE[problem.code];
  return advice
    ? { ...failure, problem: { ...problem, error: `${problem.error} ${advice}` } }
    : failure;
};

const conflict = (code: string, error: string): Failure =>
  advised({
    code: 'CONFLICT',
    problem: { type: 'about:blank', title: 'Conflict', status: 409, code, error },
  });

/** Others were faster, and left nothing to do here. */
const noLonger = ({ status, successorId }: Policy): Failure => {
  if (successorId !== null) {
    return conflict('already-renewed', 'This policy has already been renewed.');
  }
  if (status === 'cancelled') {
    return conflict('already-cancelled', 'This policy has already been cancelled.');
  }
  return conflict(
    'changed-meanwhile',
    'Someone else changed this policy. Close this form and check the policy.',
  );
};

/** Sends a change of a policy; what has become impossible meanwhile is refused, with advice. */
export function useChangePolicy<Changes>(
  kind: PolicyKind,
  action: PolicyAction,
  toChange: SaveOperation<Policy, Policy, Changes>,
): Save<Policy, Changes> {
  const change = useChangeRecord(POLICY[kind], toChange);
  return useCallback(
    async (base, changes) => {
      const outcome = await change(base, changes);
      if (outcome.kind === 'stale' && !actionsFor(outcome.now).includes(action)) {
        return { kind: 'refused', failure: noLonger(outcome.now) };
      }
      if (outcome.kind !== 'refused') return outcome;
      return { kind: 'refused', failure: advised(outcome.failure) };
    },
    [change, action],
  );
}
