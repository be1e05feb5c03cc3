import { daysBetween } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { formatMoney, type Paise } from '../rules/money.js';
import type { Warning } from '../rules/warning.js';
import { type ClaimKind, type ClaimStage, endsNoClaimBonus } from './claimKinds.js';

interface ClaimInTerm {
  readonly kind: ClaimKind;
  readonly stage: ClaimStage;
  readonly claimNumber: string;
}

/**
 * A claim for damage or theft in the term that ends takes the No-Claim Bonus of the next one.
 * @param ncbPercent of the next term
 */
export function lostBonus(
  claims: readonly ClaimInTerm[],
  ncbPercent: number | null,
): Warning | undefined {
  const claim = claims.find(
    ({ kind, stage }) => endsNoClaimBonus(kind) && stage !== 'repudiated' && stage !== 'withdrawn',
  );
  if (!claim || !ncbPercent) return undefined;
  const message = `There is a claim in this term (${claim.claimNumber}): the No-Claim Bonus falls to 0 %.`;
  return { field: 'ncbPercent', code: 'bonus-lost', message };
}

interface Claimed {
  readonly lossDate: Day;
  readonly intimatedOn: Day;
  readonly amountClaimed: Paise;
  readonly amountApproved: Paise;
  readonly amountSettled: Paise;
}

/** After so many days insurers ask why a loss was not reported before. */
const LATE_DAYS = 30;

/** What is accepted of a claim and yet looks wrong. */
export function claimWarnings(claim: Claimed): Warning[] {
  const { lossDate, intimatedOn, amountClaimed, amountApproved, amountSettled } = claim;
  const warning = (field: string, code: string, message: string): Warning[] => [
    { field, code, message },
  ];
  return [
    ...(amountClaimed === 0
      ? warning('amountClaimed', 'amount-zero', 'The amount claimed is zero.')
      : []),
    ...(daysBetween(lossDate, intimatedOn) > LATE_DAYS
      ? warning('intimatedOn', 'intimated-late', `More than ${LATE_DAYS} days after the loss.`)
      : []),
    ...(amountApproved > amountClaimed
      ? warning(
          'amountApproved',
          'approved-above-claimed',
          `More was approved than the ${formatMoney(amountClaimed)} that are claimed.`,
        )
      : []),
    ...(amountSettled > 0 && amountSettled > amountApproved
      ? warning(
          'amountSettled',
          'settled-above-approved',
          `More was paid than the ${formatMoney(amountApproved)} that were approved: interest for a delay?`,
        )
      : []),
  ];
}
