import { claimRecord } from '../claims/claimViews.js';
import { rateRecord } from '../commission/rateViews.js';
import { shareRecord } from '../commission/shareViews.js';
import { statementRecord } from '../commission/statementViews.js';
import { customerRecord } from '../customers/customerViews.js';
import { documentRecord } from '../documents/documentViews.js';
import { leadRecord } from '../leads/leadViews.js';
import { policyRecord } from '../policies/policyViews.js';
import { quotationRecord } from '../quotations/quotationViews.js';
import { reminderRecord } from '../reminders/reminderViews.js';
import { taskRecord } from '../tasks/taskViews.js';
import type { ChangedRecord, ListedRecord, RECORDS } from './records.js';

/** Every kind of record with its schemas: services, both faces, files and masks follow from them. */
export const DECLARED_RECORDS = {
  customer: customerRecord,
  policy: policyRecord,
  document: documentRecord,
  quotation: quotationRecord,
  claim: claimRecord,
  lead: leadRecord,
  task: taskRecord,
  commissionRate: rateRecord,
  commissionStatement: statementRecord,
  commissionShare: shareRecord,
  reminder: reminderRecord,
} satisfies Record<keyof typeof RECORDS, ListedRecord>;
export type DeclaredRecord = (typeof DECLARED_RECORDS)[keyof typeof DECLARED_RECORDS];

export const ALL_DECLARED_RECORDS: readonly (ListedRecord | ChangedRecord)[] =
  Object.values(DECLARED_RECORDS);
