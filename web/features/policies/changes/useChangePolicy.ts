import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import type { Failure } from '../../../data/problems';
import { type Save, useSaveRecord } from '../../../ui/record/useSaveRecord';
import type { Policy } from '../policy';
import { actionsFor, type PolicyAction } from '../policyActions';
import { useLoadNow } from '../useSavePolicy';

/** What can be done about a refusal, by its code; the gateway's sentence says what it is. */
const ADVICE: Readonly<Record<string, string>> = {
  'already-renewed': 'Close this and open the new term, which the policy names.',
  'already-cancelled': 'Close this; a cancelled policy can be reinstated.',
  'policy-number-taken': 'Enter the number that the insurer gave this term.',
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
  return conflict('changed-meanwhile', 'This policy has changed meanwhile. Close this and look.');
};

/** Sends a change of a policy; `send` is memoised and answers the policy that it concerns then. */
export function useChangePolicy<Changes>(
  kind: PolicyKind,
  action: PolicyAction,
  send: (base: Policy, changes: Changes, commandId: string) => Promise<Policy | undefined>,
): Save<Policy, Changes> {
  const loadNow = useLoadNow(kind);
  const sendChange = useCallback(
    async (base: Policy | null, changes: Changes, commandId: string) => {
      if (!base) throw new Error('A change needs a policy');
      return send(base, changes, commandId);
    },
    [send],
  );
  const save = useSaveRecord<Policy, Changes>({ send: sendChange, loadNow });

  return useCallback(
    async (base, changes) => {
      const outcome = await save(base, changes);
      if (outcome.kind === 'stale' && !actionsFor(outcome.now).includes(action)) {
        return { kind: 'refused', failure: noLonger(outcome.now) };
      }
      if (outcome.kind !== 'refused') return outcome;
      // What was refused may not be as it is shown here.
      if (base && outcome.failure.code === 'CONFLICT') await loadNow(base.id).catch(() => null);
      return { kind: 'refused', failure: advised(outcome.failure) };
    },
    [save, action, loadNow],
  );
}
