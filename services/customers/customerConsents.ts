import { CONSENT_FIELDS, consentFields } from '@insuremanager/contracts/customers/consentFields';
import type {
  ConsentRecord,
  CustomerConsents,
  StandingConsent,
} from '@insuremanager/contracts/customers/consentViews';
import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { folded } from '../platform/commands/foldedStream.js';
import { customerDecider } from './customer.js';
import type { RecordedConsent } from './duplicate.js';

/** What a customer agreed to, and how it came to that, by the events of their stream. */
export function customerConsents(
  events: readonly RecordedEvent<CustomerEvent>[],
): CustomerConsents {
  const customer = folded(customerDecider, events);
  const consents = customer.phase === 'unknown' ? {} : customer.record.consents;
  const standing = CONSENT_FIELDS.map((field): StandingConsent => {
    const { purpose, channel } = consentFields[field];
    const { choice = null, givenOn = null, how = null, notice = null } = consents[field] ?? {};
    return { purpose, channel, choice, givenOn, how, ...shownNotice(notice) };
  });
  const records = events.flatMap(({ type, data, at, metadata }): ConsentRecord[] => {
    if (type !== 'CustomerConsentRecorded') return [];
    const { givenOn, how, notice, choices } = data;
    const recorded = { recordedAt: at.toISOString(), recordedBy: metadata.actor.username };
    return [{ ...recorded, givenOn, how, ...shownNotice(notice), choices }];
  });
  return { standing, records: records.reverse() };
}

const shownNotice = (notice: RecordedConsent['notice']) => ({
  noticeVersion: notice?.version ?? null,
  noticeLanguage: notice?.language ?? null,
});
