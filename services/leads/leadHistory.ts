import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { LeadEvent } from '@insuremanager/contracts/leads/leadEvents';
import { leadFields } from '@insuremanager/contracts/leads/leadFields';
import type { LeadSource, LeadStatus } from '@insuremanager/contracts/leads/leadKinds';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { changedFields } from '../platform/records/createRecords.js';
import { type Lead, leadDecider } from './lead.js';

/** Every event of a lead in words, oldest first, each with what it changed from and to. */
export const leadHistory = (events: readonly RecordedEvent<LeadEvent>[]): HistoryEntry[] =>
  describeHistory(events, leadDecider, (event, before: Lead, after: Lead) => {
    const changes = changedFields(leadFields, before, after);
    return { summary: summaryOf(event, changes), changes };
  });

const FROM: Readonly<Record<LeadSource, string>> = {
  website: 'Asked for a quote by the public form',
  call: 'Called',
  email: 'Wrote an email',
  walk_in: 'Came to the office',
  referral: 'Was referred',
  spreadsheet: 'Taken from a spreadsheet',
  other: 'Lead added',
};

const MOVED: Readonly<Record<LeadStatus, string>> = {
  new: 'New again',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
};

function summaryOf(
  { type, data }: RecordedEvent<LeadEvent>,
  changes: EventDescription['changes'],
): string {
  switch (type) {
    case 'LeadAdded':
      return data.consent
        ? `${FROM[data.details.source]}, and agreed to be contacted`
        : FROM[data.details.source];
    case 'LeadChanged':
      return `${listed(changes.map(({ label }) => label)) || 'Lead'} changed`;
    case 'LeadMoved': {
      const { to, reason, quotationId, policyId } = data;
      if (policyId !== null) return 'Won: a policy was issued';
      if (quotationId !== null) return 'Quoted: a quotation was made';
      return reason === null ? MOVED[to] : `${MOVED[to]}: ${reason.replaceAll('_', ' ')}`;
    }
    case 'LeadConverted':
      return 'Became a customer';
    case 'LeadDeleted':
      return 'Deleted';
    case 'LeadErased':
      return 'What was known of the person was erased';
  }
}
