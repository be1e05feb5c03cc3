import { daysBetween } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { formatMoney, type Paise } from '../rules/money.js';
import type { Warning } from '../rules/warning.js';

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
