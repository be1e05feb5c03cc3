import type { LeadEvent } from '@insuremanager/contracts/leads/leadEvents';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { listIndexes } from '../platform/readModels/listFilter.js';
import {
  defineProjector,
  type Row,
  type RowWriter,
  type Table,
} from '../platform/readModels/projector.js';
import { added, recordColumns, rowChange } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';
import { ERASED_PERSON, keptUntil } from './lead.js';

export const leadColumns = recordColumns({
  ...leadRecord,
  keys: {
    name_key: ['name', searchKey],
    phone_digits: ['phone', digitsOf],
    email_key: ['email', searchKey],
  },
});

/** The column of each sort. */
export const LEAD_SORTS = { added: 'created_at', due: 'due_key', name: 'name_key' } as const;

/** One row per existing lead. */
export const leadsTable = {
  name: 'leads',
  key: 'id',
  columns: {
    ...leadColumns.columns,
    is_open: { type: 'boolean', generatedAs: `status NOT IN ('won', 'lost')` },
    is_customer: { type: 'boolean', generatedAs: 'customer_id IS NOT NULL' },
    created_day: { type: 'date', generatedAs: `(created_at AT TIME ZONE 'Asia/Kolkata')::date` },
    /** Since when something is to be done: a new one at once. Those without a day come last. */
    due_key: {
      type: 'date',
      generatedAs: `CASE WHEN status IN ('won', 'lost') THEN '9999-12-31'::date
        WHEN next_step_on IS NOT NULL THEN next_step_on
        WHEN status = 'new' THEN (created_at AT TIME ZONE 'Asia/Kolkata')::date
        ELSE '9999-12-31'::date END`,
    },
    search_text: searchColumn('name_key', 'phone_digits', 'email_key'),
  },
  book: 'customer_id',
  assignedBy: 'owner_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(phone_digits) WHERE phone_digits IS NOT NULL',
    '(email_key) WHERE email_key IS NOT NULL',
    '(name_key)',
    '(kept_until, id) WHERE kept_until IS NOT NULL',
    '(customer_id, is_open)',
    ...listIndexes(leadRecord.list, LEAD_SORTS).filter(
      (index) => !/^\((customer_id|name_key)/.test(index),
    ),
  ],
} as const satisfies Table;

/** Those whose person is not erased yet. */
export const deletedLeadsTable = {
  name: 'deleted_leads',
  key: 'lead_id',
  columns: { lead_id: { type: 'integer' } },
  book: 'none',
  indexes: [],
} as const satisfies Table;

const TABLE = leadsTable.name;
const write = rowChange(leadsTable, 'leadId');

/** Whatever happens to one keeps it for longer, until it is a customer’s. */
const change = (event: RecordedEvent<Changing>, rows: RowWriter, more: Row = {}): void =>
  write(event, rows, { kept_until: keptUntil(event.at), ...more });
type Changing = Extract<LeadEvent, { type: 'LeadChanged' | 'LeadMoved' | 'LeadConverted' }>;

export const leadProjector = defineProjector<LeadEvent>()({
  name: 'leads',
  version: 1,
  tables: [leadsTable, deletedLeadsTable],
  on: {
    LeadAdded: ({ data, at, revision }, rows) => {
      const { leadId: id, details, personal, consent } = data;
      rows.put(
        TABLE,
        {
          ...{ id, status: 'new', loss_reason: null, customer_id: null },
          ...{ quotation_id: null, policy_id: null },
          ...{ consent_on: consent?.givenOn ?? null, kept_until: keptUntil(at) },
          ...added(at, revision),
        },
        leadColumns.toRow({ ...details, ...(personal ?? ERASED_PERSON) }),
      );
    },
    LeadChanged: (event, rows) => {
      const { details, personal } = event.data;
      change(event, rows, leadColumns.toRow({ ...details, ...(personal ?? ERASED_PERSON) }));
    },
    LeadMoved: (event, rows) => {
      const { to: status, reason: loss_reason, quotationId, policyId } = event.data;
      change(event, rows, {
        ...{ status, loss_reason },
        ...(quotationId !== null && { quotation_id: quotationId }),
        ...(policyId !== null && { policy_id: policyId }),
      });
    },
    LeadConverted: (event, rows) =>
      change(event, rows, { customer_id: event.data.customerId, kept_until: null }),
    LeadDeleted: ({ data: { leadId } }, rows) => {
      rows.remove(TABLE, leadId);
      rows.put(deletedLeadsTable.name, { lead_id: leadId });
    },
    LeadErased: ({ data: { leadId } }, rows) => rows.remove(deletedLeadsTable.name, leadId),
  },
});
