import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import type { BulkFieldsFragment } from '../../data/operations.generated';
import { formatCount } from '../../ui/format';
import type { Toast } from '../../ui/toaster/Toaster';

export type Bulk = BulkFieldsFragment;

export const BULK_FAILED = 'Failed to send bulk reminders. Some may have failed.';

export const NO_RENEWALS: Toast = {
  title: 'No Renewals',
  description: 'No upcoming renewals found to send reminders for.',
  tone: 'destructive',
};

/** Something of it is still to be asked for or to be sent. */
export const isUnderWay = ({ state, waiting }: Bulk): boolean => state === 'running' || waiting > 0;

/** From 0 to 1. */
export function progressOf({ renewals, sent, failed, leftOut, suppressed }: Bulk): number {
  return renewals === 0 ? 1 : Math.min(1, (sent + failed + leftOut + suppressed) / renewals);
}

/** `1 reminder`, `12 reminders`. */
export const countReminders = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'reminder' : 'reminders'}`;

/** What is said when a bulk is done. */
export function resultOf(bulk: Bulk, isEmailKept: boolean): Toast {
  const { sent, failed, leftOut, suppressed } = bulk;
  if (failed > 0) {
    const counts = `${formatCount(sent)} sent, ${formatCount(failed)} failed.`;
    return { title: 'Error', description: `${BULK_FAILED} ${counts}`, tone: 'destructive' };
  }
  const skipped = leftOut + suppressed;
  const rest = skipped > 0 ? ` ${formatCount(skipped)} skipped.` : '';
  if (isEmailKept) {
    const description = `${countReminders(sent)}: ${EMAIL_KEPT.toLowerCase()}.${rest}`;
    return { title: 'Bulk Reminders Saved', description };
  }
  const verb = sent === 1 ? 'has' : 'have';
  return {
    title: 'Bulk Reminders Sent',
    description: `${countReminders(sent)} ${verb} been sent.${rest}`,
  };
}

/** The same as a line of text, with all that there is to say. */
export function describeResult(
  { sent, failed, leftOut, suppressed }: Bulk,
  isEmailKept: boolean,
): string {
  const parts: [number, string][] = [
    [sent, isEmailKept ? EMAIL_KEPT.toLowerCase() : 'sent'],
    [failed, 'failed'],
    [leftOut, 'already reminded that day'],
    [suppressed, 'opted out or not reachable'],
  ];
  const said = parts.filter(([count], at) => at === 0 || count > 0);
  return said.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ');
}
