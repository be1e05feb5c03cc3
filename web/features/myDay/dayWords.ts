import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { whatsAppUrl } from '@insuremanager/contracts/rules/phone';
import { addressOfRecord } from '../../records/addresses';
import { formatDays } from '../../ui/format';
import type { DayItem } from './useDaySteps';

/** `today`, `in 3 days`, `2 days ago`. */
function dayWords(day: Day, today: Day): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days > 0 ? `in ${formatDays(days)}` : `${formatDays(-days)} ago`;
}

/** What is to be done, in words. */
export function wordsOf({ kind, day, hour, missing }: DayItem, today: Day): string {
  const when = day === null ? '' : dayWords(day, today);
  switch (kind) {
    case 'follow_up':
      return `Call back, due ${when}`;
    case 'renewal':
      return day !== null && day < today ? `Renewal ended ${when}` : `Renewal ends ${when}`;
    case 'premium':
      return day !== null && day < today ? `Premium was due ${when}` : `Premium due ${when}`;
    case 'lead':
      return `Lead, due ${when}`;
    case 'task':
      return [day === null ? 'Task' : `Due ${when}`, ...(hour ? [`at ${hour}`] : [])].join(' ');
    case 'quotation':
      return `Quotation ends ${when}`;
    case 'failed_message':
      return `Message failed ${when}`;
    case 'claim_documents':
      return missing === 1 ? 'A document is missing' : `${missing} documents are missing`;
    case 'birthday':
      return 'Birthday today';
  }
}

export const addressOf = ({ record, recordId }: DayItem): string =>
  addressOfRecord({ kind: record, id: recordId });

/** A chat that begins as a reminder does; null where there is none. */
export const chatOf = ({ customer, contact }: DayItem): string | null =>
  customer ? whatsAppUrl(customer.phone, contact?.text ?? undefined) : null;
