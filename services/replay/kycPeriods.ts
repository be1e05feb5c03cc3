import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import type { KycPeriod } from '@insuremanager/contracts/replay/replayViews';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';

/** Each KYC status that a customer had, from their first one on. */
export function kycPeriods(
  events: readonly RecordedEvent<CustomerEvent>[],
): Omit<KycPeriod, 'documentName'>[] {
  const set = events.flatMap((event) => {
    const { type, data, at, metadata } = event;
    if (type !== 'CustomerRegistered' && type !== 'CustomerKycStatusChanged') return [];
    const documentId = type === 'CustomerKycStatusChanged' ? data.documentId : null;
    return [{ status: data.kycStatus, at, actor: metadata.actor, documentId }];
  });
  return set.map(({ at, ...period }, nth) => {
    const before = set[nth - 1];
    return {
      ...period,
      from: at.toISOString(),
      until: set[nth + 1]?.at.toISOString() ?? null,
      afterDays: before ? daysBetween(kolkataDay(before.at), kolkataDay(at)) : null,
    };
  });
}
