import { type Day, formatDay } from '../rules/kolkataDay.js';
import type { Warning } from '../rules/warning.js';
import type { QuotationStatus } from './quotationKinds.js';

const OPEN: readonly QuotationStatus[] = ['pending', 'accepted'];

/** What speaks against sending a quotation to somebody, who may nevertheless have asked for it. */
export function emailWarnings(
  { status, validUntil }: { status: QuotationStatus; validUntil: Day },
  today: Day,
): Warning[] {
  if (!OPEN.includes(status)) {
    const message = `This quotation is ${status}.`;
    return [{ field: 'status', code: 'not-open', message }];
  }
  if (validUntil >= today) return [];
  const message = `This quotation was valid until ${formatDay(validUntil)}.`;
  return [{ field: 'validityDays', code: 'past-validity', message }];
}
