import {
  type ClaimEvent,
  ClaimParticulars,
  type ClaimStandingThen,
} from '@insuremanager/contracts/claims/claimEvents';
import { CLOSED_STAGES } from '@insuremanager/contracts/claims/claimKinds';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { listIndexes } from '../platform/readModels/listFilter.js';
import { defineProjector, type Table } from '../platform/readModels/projector.js';
import { added, recordColumns, rowChange } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';

/** Totals over the list that the database keeps. */
export const CLAIMS_BY_STAGE = 'claims_by_stage';

export const claimColumns = recordColumns({
  ...claimRecord,
  keys: {
    insurer_number_key: ['insurerClaimNumber', searchKey],
    provider_key: ['provider', searchKey],
    patient_key: ['patient', searchKey],
  },
});

/** The column of each sort. */
export const CLAIM_SORTS = {
  added: 'created_at',
  loss: 'loss_date',
  claimed: 'amount_claimed',
  due: 'due_key',
  number: 'number_key',
} as const;

const CLOSED = CLOSED_STAGES.map((stage) => `'${stage}'`).join(', ');

/** One row per existing claim. Amounts are whole paise. Nothing of the customer is here but their number. */
export const claimsTable = {
  name: 'claims',
  key: 'id',
  columns: {
    ...claimColumns.columns,
    number_key: { type: 'text' },
    is_open: { type: 'boolean', generatedAs: `stage NOT IN (${CLOSED})` },
    lacks_documents: { type: 'boolean', generatedAs: 'missing_documents > 0' },
    /** Those without a day come last. */
    due_key: { type: 'date', generatedAs: `coalesce(due_on, '9999-12-31'::date)` },
    search_text: searchColumn(
      'lower(claim_number)',
      'insurer_number_key',
      'provider_key',
      'patient_key',
    ),
  },
  book: 'customer_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(policy_id, is_open)',
    '(due_on, id) WHERE is_open',
    '(created_at, id) WHERE is_open AND lacks_documents',
    ...listIndexes(claimRecord.list, CLAIM_SORTS).filter(
      (index) => !index.startsWith('(policy_id'),
    ),
  ],
  summaries: [
    {
      ...{ name: CLAIMS_BY_STAGE, by: ['stage'] },
      sums: ['amount_settled'],
    },
  ],
} as const satisfies Table;

/** Uploaded documents that a checklist has yet to tell of. */
export const untickedDocumentsTable = {
  name: 'unticked_documents',
  key: 'document_id',
  columns: {
    document_id: { type: 'integer' },
    claim_id: { type: 'integer' },
    requirement: { type: 'text' },
    uploaded_at: { type: 'timestamptz' },
  },
  book: 'none',
  indexes: ['(uploaded_at, document_id)'],
} as const satisfies Table;

/** Emails that ask for documents and have no outcome yet. */
export const openRequestsTable = {
  name: 'open_claim_requests',
  key: 'request_id',
  columns: {
    request_id: { type: 'text' },
    claim_id: { type: 'integer' },
    requested_at: { type: 'timestamptz' },
  },
  book: 'none',
  indexes: ['(requested_at, request_id)'],
} as const satisfies Table;

const TABLE = claimsTable.name;
const change = rowChange(claimsTable, 'claimId');
const ERASED = Object.fromEntries(Object.keys(ClaimParticulars.shape).map((name) => [name, null]));

/** In the order of its digits: 9 before 10. */
const numberKey = (number: string): string =>
  searchKey(number).replace(/\d+/g, (digits) => digits.padStart(10, '0'));

const standingColumns = ({ stageOn, missing, dueOn }: ClaimStandingThen) => ({
  stage_on: stageOn,
  missing_documents: missing.length,
  due_on: dueOn,
});

export const claimProjector = defineProjector<ClaimEvent | DocumentEvent>()({
  name: 'claims',
  version: 1,
  tables: [claimsTable, openRequestsTable, untickedDocumentsTable],
  on: {
    ClaimIntimated: ({ data, at, revision }, rows) => {
      const { details, policyId, personal } = data;
      rows.put(
        TABLE,
        {
          ...{ id: data.claimId, claim_number: data.claimNumber },
          ...{ number_key: numberKey(data.claimNumber), customer_id: data.customerId },
          ...{ policy_kind: data.policyKind, stage: 'intimated' },
          ...{ amount_approved: 0, amount_settled: 0, ...standingColumns(data.standing) },
          ...added(at, revision),
        },
        claimColumns.toRow({ policyId, ...details, ...(personal ?? ERASED) }),
      );
    },
    ClaimChanged: (event, rows) => {
      const { details, personal, standing } = event.data;
      const columns = claimColumns.toRow({ ...details, ...(personal ?? ERASED) });
      change(event, rows, { ...columns, ...standingColumns(standing) });
    },
    ClaimMoved: (event, rows) => {
      const { to: stage, amount, standing } = event.data;
      change(event, rows, {
        ...{ stage, ...standingColumns(standing) },
        ...(stage === 'approved' && { amount_approved: amount }),
        ...(stage === 'settled' && { amount_settled: amount }),
      });
    },
    ClaimRequirementMarked: (event, rows) => {
      const { standing, documentId } = event.data;
      change(event, rows, standingColumns(standing));
      if (documentId !== null) rows.remove(untickedDocumentsTable.name, documentId);
    },
    DocumentUploaded: ({ data, at }, rows) => {
      const { documentId: document_id, claimId: claim_id, requirement } = data;
      if (claim_id === null || requirement === null) return;
      rows.put(untickedDocumentsTable.name, {
        document_id,
        claim_id,
        requirement,
        uploaded_at: at,
      });
    },
    DocumentDeleted: ({ data }, rows) => rows.remove(untickedDocumentsTable.name, data.documentId),
    ClaimDocumentsRequested: (event, rows) => {
      const { requestId: request_id, claimId: claim_id, channel } = event.data;
      change(event, rows);
      if (channel !== 'email') return;
      rows.put(openRequestsTable.name, { request_id, claim_id, requested_at: event.at });
    },
    ClaimRequestDelivered: (event, rows) => {
      change(event, rows);
      rows.remove(openRequestsTable.name, event.data.requestId);
    },
    ClaimDeleted: ({ data }, rows) => rows.remove(TABLE, data.claimId),
  },
});
