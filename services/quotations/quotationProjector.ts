import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type {
  QuotationEvent,
  QuotationOffer,
  QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { added, touched } from '../platform/readModels/recordColumns.js';
import { countedNumber, quotationNumberKey } from './quotationNumbers.js';
import { quotationColumns, quotationEmailsTable, quotationsTable } from './quotationTables.js';
import { ERASED_PARTICULARS } from './quotationView.js';

const TABLE = quotationsTable.name;
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
    QuotationChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, {
        ...touched(at, revision),
        ...offerColumns(data.offer),
        ...particularColumns(data.personal ?? ERASED_PARTICULARS),
      }),
    QuotationCustomerChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, {
        ...touched(at, revision),
        customer_id: data.customerId,
        ...particularColumns(data.personal ?? ERASED_PARTICULARS),
      }),
    QuotationStatusSet: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, { ...touched(at, revision), status: data.to }),
    QuotationEmailRequested: ({ data, at, revision }, rows) => {
      const { quotationId, emailId, fileKey } = data;
      rows.patch(TABLE, quotationId, touched(at, revision));
      rows.put(EMAILS, {
        email_id: emailId,
        quotation_id: quotationId,
        file_key: fileKey,
        requested_at: at,
        state: 'open',
      });
    },
    QuotationEmailed: ({ data, at, revision }, rows) => {
      rows.patch(TABLE, data.quotationId, { ...touched(at, revision), emailed_at: at });
      rows.patch(EMAILS, data.emailId, { state: 'sent' });
    },
    QuotationEmailFailed: ({ data, at, revision }, rows) => {
      rows.patch(TABLE, data.quotationId, touched(at, revision));
      rows.patch(EMAILS, data.emailId, { state: 'failed' });
    },
    QuotationConverted: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, {
        ...touched(at, revision),
        policy_id: data.policyId,
        policy_kind: data.policyKind,
        converted: true,
      }),
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
