import { addDays } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { type ClaimKind, type ClaimStage, isPending, isSurveyed } from './claimKinds.js';

/**
 * Days in which an insurer owes a step, as IRDAI’s master circulars of 2024 have them; hours are a
 * day, as a claim knows days only. `docs/agents.md` names what each rests on.
 */
const CLAIM_DAYS = {
  /** Cashless authorisation: within an hour of the request, so on that day. */
  authorisation: 0,
  /** A surveyor is appointed within 24 hours of the report. */
  surveyorAppointed: 1,
  /** The surveyor’s report, since the appointment. */
  surveyReport: 15,
  /** A decision on health and death claims, since the last document came. */
  decision: 15,
} as const;

export interface ClaimStanding {
  readonly kind: ClaimKind;
  readonly stage: ClaimStage;
  /** The day since when it is in that stage. */
  readonly stageOn: Day;
  /** The day on which the last document came; null while one is missing. */
  readonly completeOn: Day | null;
}

/** The last day on which the insurer’s next step is in time; null where no such day is set. */
export function dueOn({ kind, stage, stageOn, completeOn }: ClaimStanding): Day | null {
  if (!isPending(stage)) return null;
  if (stage === 'survey') return addDays(stageOn, CLAIM_DAYS.surveyReport);
  if (isSurveyed(kind)) {
    return stage === 'intimated' ? addDays(stageOn, CLAIM_DAYS.surveyorAppointed) : null;
  }
  if (kind === 'cashless') {
    return stage === 'intimated' ? addDays(stageOn, CLAIM_DAYS.authorisation) : null;
  }
  // A court decides what a third party is owed.
  if (kind === 'third_party' || completeOn === null) return null;
  return addDays(completeOn > stageOn ? completeOn : stageOn, CLAIM_DAYS.decision);
}
