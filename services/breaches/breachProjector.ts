import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type {
  BreachEvent,
  BreachLetterEvent,
  BreachPersonsListed,
} from '@insuremanager/contracts/privacy/breachEvents';
import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { defineProjector, type Row, type RowWriter } from '../platform/readModels/projector.js';
import {
  breachesTable,
  breachLettersTable,
  breachPersonsTable,
  confirmationsTable,
  holdingsTable,
} from './breachTables.js';

type HeldEvent = CustomerEvent | PolicyEvent | DocumentEvent | QuotationEvent;

/** Whose records are, from when to when. */
export const holdingProjector = defineProjector<HeldEvent>()({
  name: 'holdings',
  version: 1,
  tables: [holdingsTable],
  on: {
    CustomerRegistered: (event, rows) =>
      hold('customer', event.data.customerId, event.data.customerId, event, rows),
    CustomerDeleted: (event, rows) => hold('customer', event.data.customerId, null, event, rows),
    CustomerErased: (event, rows) => hold('customer', event.data.customerId, null, event, rows),
    PolicyIssued: (event, rows) => {
      const { policyId, customerId, kind } = event.data;
      hold('policy', policyId, customerId, event, rows, kind);
    },
    PolicyRenewed: (event, rows) => {
      const { nextTermId, customerId, kind } = event.data;
      hold('policy', nextTermId, customerId, event, rows, kind);
    },
    PolicyholderChanged: (event, rows) =>
      hold('policy', event.data.termId, event.data.customerId, event, rows),
    PolicyTermDeleted: (event, rows) => hold('policy', event.data.termId, null, event, rows),
    QuotationCreated: (event, rows) =>
      hold('quotation', event.data.quotationId, event.data.customerId, event, rows),
    QuotationCustomerChanged: (event, rows) =>
      hold('quotation', event.data.quotationId, event.data.customerId, event, rows),
    QuotationDeleted: (event, rows) => hold('quotation', event.data.quotationId, null, event, rows),
    DocumentUploaded: (event, rows) =>
      hold('document', event.data.documentId, event.data.customerId, event, rows),
    DocumentDeleted: (event, rows) => hold('document', event.data.documentId, null, event, rows),
  },
});

function hold(
  record: string,
  recordId: number,
  customerId: number | null,
  { revision, at }: RecordedEvent<HeldEvent>,
  rows: RowWriter,
  kind: string | null = null,
): void {
  const id = `${record}-${recordId}-${sortable(revision)}`;
  const of = { record, record_id: recordId, customer_id: customerId };
  rows.put(holdingsTable.name, { id, ...of, kind, at });
}

/** With so many digits that texts sort as numbers do. */
const sortable = (revision: bigint): string => String(revision).padStart(10, '0');

const TABLE = breachesTable.name;

type Projected = BreachEvent | BreachLetterEvent | EventOf<typeof BreachPersonsListed>;

export const breachProjector = defineProjector<Projected>()({
  name: 'breaches',
  version: 1,
  tables: [breachesTable, confirmationsTable, breachPersonsTable, breachLettersTable],
  on: {
    BreachOpened: ({ data }, rows) =>
      rows.put(TABLE, {
        ...{ id: data.breachId, aware_at: data.awareAt, is_closed: false },
        ...{ cert_in_reported: false, board_informed: false },
        ...{ persons_informed: false, board_report: false },
        ...{ cleared_revision: -1, letters_revision: -1 },
      }),
    BreachDescribed: ({ data }, rows) =>
      rows.patch(TABLE, data.breachId, { aware_at: data.awareAt }),
    BreachClosed: ({ data }, rows) => rows.patch(TABLE, data.breachId, { is_closed: true }),
    BreachStepEnded: ({ data }, rows) => rows.patch(TABLE, data.breachId, { [data.step]: true }),
    BreachStepReopened: ({ data }, rows) =>
      rows.patch(TABLE, data.breachId, { [data.step]: false }),
    BreachPersonsConfirmed: ({ data, revision }, rows) =>
      rows.put(confirmationsTable.name, {
        ...{ id: data.confirmationId, breach_id: data.breachId, revision: Number(revision) },
      }),
    BreachPersonsCleared: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.breachId, { cleared_revision: Number(revision) }),
    BreachLettersRequested: ({ data, revision }, rows) =>
      rows.patch(TABLE, data.breachId, { letters_revision: Number(revision) }),

    BreachPersonsListed: ({ data }, rows, context) => {
      const { breachId, confirmationId, customerIds } = data;
      context.allocated('breachConfirmation', confirmationId);
      const kinds = data.data.join(',');
      for (const customerId of customerIds) {
        rows.put(breachPersonsTable.name, {
          ...{ id: `${confirmationId}-${customerId}`, breach_id: breachId },
          ...{ confirmation_id: confirmationId, customer_id: customerId, data: kinds },
        });
      }
    },

    BreachLetterStarted: ({ data, at }, rows) =>
      rows.put(breachLettersTable.name, {
        ...{ ...letterOf(data), state: 'sending', attempt: data.attempt, at },
      }),
    BreachLetterEnded: ({ data, at }, rows) =>
      rows.patch(breachLettersTable.name, letterOf(data).id, { state: data.outcome, at }),
    BreachLetterRenewed: ({ data, at }, rows) =>
      rows.patch(breachLettersTable.name, letterOf(data).id, { state: 'renewed', at }),
  },
});

const letterOf = ({
  breachId,
  customerId,
}: {
  breachId: number;
  customerId: number;
}): Row & { id: string } => ({
  ...{ id: `${breachId}-${customerId}`, breach_id: breachId, customer_id: customerId },
});
