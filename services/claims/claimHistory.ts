import type { ClaimEvent } from '@insuremanager/contracts/claims/claimEvents';
import { claimFields } from '@insuremanager/contracts/claims/claimFields';
import {
  CLAIM_STAGES,
  type ClaimStage,
  type RequestChannel,
  type RequirementMark,
} from '@insuremanager/contracts/claims/claimKinds';
import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { ERASED, type HistoryEntry } from '@insuremanager/contracts/history';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription } from '../platform/history.js';
import { listed } from '../platform/listed.js';
import { changedFields } from '../platform/records/createRecords.js';
import { type Claim, claimDecider } from './claim.js';
import { CLAIM_WORDINGS } from './claimWording.js';

const historyFields = {
  ...claimFields,
  stage: requiredChoice({ label: 'Stage', options: CLAIM_STAGES }),
};

/** Every event of a claim in words, oldest first, each with what it changed from and to. */
export const claimHistory = (events: readonly RecordedEvent<ClaimEvent>[]): HistoryEntry[] =>
  describeHistory(events, claimDecider, (event, before: Claim, after: Claim) => {
    const changes = changedFields(historyFields, before, after);
    return { summary: summaryOf(event, changes), changes };
  });

const MOVED: Readonly<Record<Exclude<ClaimStage, 'intimated'>, string>> = {
  documents: 'Documents are collected',
  survey: 'Surveyor appointed',
  query: 'Query of the insurer',
  approved: 'Approved',
  settled: 'Settled',
  repudiated: 'Repudiated',
  withdrawn: 'Withdrawn',
};
const MARKED: Readonly<Record<RequirementMark, string>> = {
  received: 'received',
  not_needed: 'not needed',
  missing: 'missing again',
};
const ASKED: Readonly<Record<RequestChannel, string>> = { email: 'email', whatsapp: 'WhatsApp' };
const DELIVERED = {
  sent: 'was sent',
  kept: 'was saved to a folder, not delivered',
  refused: 'was refused by the mail server',
  unreachable: 'could not be sent',
  overtaken: 'was out of date, and not tried again',
} as const;

function summaryOf(event: RecordedEvent<ClaimEvent>, changes: EventDescription['changes']): string {
  switch (event.type) {
    case 'ClaimIntimated':
      return `Claim ${event.data.claimNumber} intimated`;
    case 'ClaimChanged':
      return `${listed(changes.map(({ label }) => label)) || 'Claim'} changed`;
    case 'ClaimMoved': {
      const { to, amount, personal, standing } = event.data;
      const paid = amount === null ? '' : `: ${formatMoney(amount)}`;
      const reason = personal ? personal.reason : ERASED;
      const why = reason === null ? '' : ` (${reason})`;
      return `${MOVED[to]} on ${formatDay(standing.stageOn)}${paid}${why}`;
    }
    case 'ClaimRequirementMarked':
      return `${CLAIM_WORDINGS.en.requirements[event.data.requirement]}: ${MARKED[event.data.mark]}`;
    case 'ClaimDocumentsRequested': {
      const { requirements, channel } = event.data;
      const what = requirements.length === 1 ? 'A document' : `${requirements.length} documents`;
      return `${what} asked for by ${ASKED[channel]}`;
    }
    case 'ClaimRequestDelivered':
      return `The email that asks for documents ${DELIVERED[event.data.outcome]}`;
    case 'ClaimDeleted':
      return 'Claim deleted';
  }
}
