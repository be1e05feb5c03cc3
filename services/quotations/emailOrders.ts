import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Quotation, QuotationEmail } from './quotationState.js';
import { folded, type KeptQuotation } from './quotationStreams.js';

/** An email that somebody asked for, as its quotation knows it. */
export function emailIn(quotation: Quotation, emailId: string): QuotationEmail {
  const emails = quotation.phase === 'unknown' ? [] : quotation.record.emails;
  const email = emails.find(({ id }) => id === emailId);
  if (!email) throw new Error('An email of which its quotation knows nothing');
  return email;
}

/**
 * Whether an email is of something that holds no longer, so that it is not sent unless somebody asks
 * anew: the quotation shows something else by now, its status included, or is gone, its customer was
 * erased, or another email was asked for since, perhaps to mend this one's address.
 */
export function isOvertaken(quotation: Quotation, emailId: string): boolean {
  const { letter, shownVersion } = emailIn(quotation, emailId);
  if (quotation.phase !== 'kept' || !letter) return true;
  const { record } = quotation;
  return record.shownVersion !== shownVersion || record.emails.at(-1)?.id !== emailId;
}

/** The quotation as the PDF shows it, whatever was changed since the email was requested. */
export function asRequested(
  history: readonly RecordedEvent<QuotationEvent>[],
  emailId: string,
): KeptQuotation {
  const requested = history.find(
    (event) => event.type === 'QuotationEmailRequested' && event.data.emailId === emailId,
  );
  const version = requested?.revision ?? -1n;
  const quotation = folded(history.filter(({ revision }) => revision <= version));
  if (quotation.phase === 'unknown') throw new Error('An email without a quotation');
  return { record: quotation.record, version: Number(version) };
}
