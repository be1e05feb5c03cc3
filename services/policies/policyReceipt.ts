import { policyWarnings } from '@insuremanager/contracts/policies/policyWarnings';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import { ERASED_IDENTITY } from './erasedIdentity.js';
import type { PolicyReceipt } from './policies.js';
import type { PolicyResult } from './policyRuns.js';
import { policyView } from './policyView.js';

/** What a command answers: the policy as its stream tells, and what looks wrong about it. */
export function policyReceipt(
  { state, version, position, repeated }: PolicyResult,
  today: Day,
  more: readonly (Warning | null)[] = [],
): PolicyReceipt {
  if (state.phase === 'unknown') throw new Error('A command left no policy behind');
  const { record } = state;
  const term = { ...record.cover, ...(record.identity ?? ERASED_IDENTITY) };
  return {
    policy: policyView(record, version, today),
    warnings: [
      ...policyWarnings(record.kind, term, record.status, today),
      ...more.filter((warning) => warning !== null),
    ],
    position,
    repeated,
  };
}
