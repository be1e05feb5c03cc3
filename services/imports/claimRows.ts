import type { ClaimStepInput } from '@insuremanager/contracts/claims/claimFields';
import {
  CLAIM_KINDS_OF,
  type ClaimKind,
  type ClaimStage,
} from '@insuremanager/contracts/claims/claimKinds';
import type { ClaimInput } from '@insuremanager/contracts/claims/claimViews';
import { inputOf } from '@insuremanager/contracts/fields/fields';
import { IMPORT_TARGETS } from '@insuremanager/contracts/imports/importTargets';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { claimDecider } from '../claims/index.js';
import { invalid, Refusal } from '../platform/errors.js';

/** A claim as a sheet has it: of a policy that is named by its number, as far as it has come. */
export interface ClaimRow {
  readonly policyNumber: string;
  readonly claim: Omit<ClaimInput, 'policyId'>;
  readonly steps: readonly ClaimStepInput[];
}

/** What sheets leave out, and the form asks for. */
const NO_REASON = 'Not said in the sheet';

export const ClaimRowSchema = inputOf(IMPORT_TARGETS.claims).transform((row): ClaimRow => {
  const {
    policyNumber,
    stage = null,
    stageOn,
    amountApproved,
    amountSettled,
    reason,
    ...claim
  } = row;
  const intimatedOn = claim.intimatedOn ?? claim.lossDate;
  const settled = amountSettled ?? 0;
  const approved = amountApproved || settled;
  const reached = stage ?? (settled ? 'settled' : approved ? 'approved' : 'intimated');
  const on = stageOn ?? intimatedOn;
  const given = reason ?? null;
  const claimed = claim.amountClaimed ?? 0;
  return {
    policyNumber,
    claim: { ...claim, intimatedOn },
    steps: stepsTo(reached, { on, claimed, approved, settled, given }),
  };
});

interface Reached {
  readonly on: Day;
  /** Paise. */
  readonly claimed: number;
  readonly approved: number;
  readonly settled: number;
  /** The reason that the row gives. */
  readonly given: string | null;
}

/** What was paid was approved before; when, sheets do not say. */
function stepsTo(
  stage: ClaimStage,
  { on, claimed, approved, settled, given }: Reached,
): ClaimStepInput[] {
  if (stage === 'intimated') return [];
  const why = given ?? NO_REASON;
  const reason = approved < claimed ? why : given;
  const approval = { stage: 'approved', on, amount: approved, reason } as const;
  if (stage === 'approved') return [approval];
  if (stage === 'settled') {
    return [approval, { stage, on, amount: settled, reason: settled < approved ? why : null }];
  }
  const isExplained = stage === 'query' || stage === 'repudiated';
  return [{ stage, on, amount: 0, reason: isExplained ? why : given }];
}

/**
 * What the command would refuse whatever the policy says, but for its days, which `termProblem` says.
 * @throws Refusal
 */
export function tryOutClaim({ claim, steps }: ClaimRow, today: Day): void {
  const { lossDate, kind } = claim;
  const insured = {
    kind: kindInsuring(kind),
    customerId: 1,
    ...{ startDate: lossDate, endDate: lossDate },
  };
  const input = { ...claim, policyId: 1 };
  try {
    claimDecider.decide(
      { type: 'enter', id: 1, input, steps, insured, number: 'CL', today },
      claimDecider.initial,
    );
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.kind !== 'invalid') throw refusal;
    throw invalid(
      refusal.fields.map((wrong) => ({ ...wrong, field: targetOf(wrong.field, steps) })),
    );
  }
}

/** Where a sheet has what a step names otherwise. */
function targetOf(field: string, steps: readonly ClaimStepInput[]): string {
  if (field === 'on') return 'stageOn';
  if (field !== 'amount') return field;
  return steps.at(-1)?.stage === 'settled' ? 'amountSettled' : 'amountApproved';
}

const kindInsuring = (kind: ClaimKind): PolicyKind =>
  POLICY_KINDS.find((one) => CLAIM_KINDS_OF[one].includes(kind)) ?? 'health';
