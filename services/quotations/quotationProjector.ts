import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type {
  QuotationEvent,
  QuotationOffer,
  QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { added, rowChange } from '../platform/readModels/recordColumns.js';
import { countedNumber, quotationNumberKey } from './quotationNumbers.js';
import {
  ERASED_PARTICULARS,
  quotationColumns,
  quotationEmailsTable,
  quotationsTable,
} from './quotationTables.js';

const TABLE = quotationsTable.name;
const change = rowChange(quotationsTable, 'quotationId');
const EMAILS = quotationEmailsTable.name;

/** Events to the list of quotations, and to what is still to be done about them. */
export const quotationProjector = defineProjector<QuotationEvent | PolicyEvent>()({
  name: 'quotations',
  version: 2,
  tables: [quotationsTable, quotationEmailsTable],
  on: {
    QuotationCreated: ({ data, at, revision }, rows, context) => {
      const { counter, count } = countedNumber(data.quotationNumber);
      context.allocated(counter, count);
      rows.put(
        TABLE,
        {
          id: data.quotationId,
          customer_id: data.customerId,
          quotation_number: data.quotationNumber,
          number_key: quotationNumberKey(data.quotationNumber),
          status: data.status,
          created_day: kolkataDay(at),
          ...added(at, revision),
          converted: false,
          ...offerColumns(data.offer),
        },
        particularColumns(data.personal ?? ERASED_PARTICULARS),
      );
    },
    QuotationChanged: (event, rows) => {
      const { offer, personal } = event.data;
      const particulars = particularColumns(personal ?? ERASED_PARTICULARS);
      change(event, rows, { ...offerColumns(offer), ...particulars });
    },
    QuotationCustomerChanged: (event, rows) => {
      const { customerId: customer_id, personal } = event.data;
      const particulars = particularColumns(personal ?? ERASED_PARTICULARS);
      change(event, rows, { customer_id, ...particulars });
    },
    QuotationStatusSet: (event, rows) => change(event, rows, { status: event.data.to }),
    QuotationAcceptedByLink: (event, rows) => change(event, rows, { status: 'accepted' }),
    QuotationEmailRequested: (event, rows) => {
      const { quotationId, emailId, fileKey } = event.data;
      change(event, rows);
      rows.put(EMAILS, {
        email_id: emailId,
        quotation_id: quotationId,
        file_key: fileKey,
        requested_at: event.at,
        state: 'open',
      });
    },
    QuotationEmailed: (event, rows) => {
      change(event, rows, { emailed_at: event.at, is_email_kept: event.data.isKept });
      rows.patch(EMAILS, event.data.emailId, { state: 'sent' });
    },
    QuotationEmailFailed: (event, rows) => {
      change(event, rows);
      rows.patch(EMAILS, event.data.emailId, { state: 'failed' });
    },
    QuotationConverted: (event, rows) => {
      const { policyId: policy_id, policyKind: policy_kind } = event.data;
      change(event, rows, { policy_id, policy_kind, converted: true });
    },
    QuotationDeleted: ({ data }, rows) => rows.remove(TABLE, data.quotationId),
    // Half of a conversion: a quotation that only its policy knows to be converted is found by it.
    PolicyIssued: ({ data }, rows) => {
      if (data.quotationId === null) return;
      rows.patch(TABLE, data.quotationId, { policy_id: data.policyId, policy_kind: data.kind });
    },
  },
});

const offerColumns = ({ gstRate, ...offer }: Partial<QuotationOffer>): Row => ({
  ...quotationColumns.toRow(offer),
  ...(gstRate !== undefined && { gst_rate: gstRate }),
});

const particularColumns = (particulars: Partial<QuotationParticulars>): Row =>
  quotationColumns.toRow(particulars);
