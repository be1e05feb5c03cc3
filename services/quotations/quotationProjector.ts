import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type {
  QuotationEvent,
  QuotationOffer,
  QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { countedNumber, quotationNumberKey } from './quotationNumbers.js';
import { quotationEmailsTable, quotationsTable } from './quotationTables.js';

const TABLE = quotationsTable.name;
const EMAILS = quotationEmailsTable.name;

/** Events to the list of quotations, and to what is still to be done about them. */
export const quotationProjector = defineProjector<QuotationEvent | PolicyEvent>()({
  name: 'quotations',
  version: 1,
  tables: [quotationsTable, quotationEmailsTable],
  on: {
    QuotationCreated: ({ data, at, revision }, rows, context) => {
      const { counter, count } = countedNumber(data.quotationNumber);
      context.given(counter, count);
      rows.put(TABLE, {
        id: data.quotationId,
        customer_id: data.customerId,
        quotation_number: data.quotationNumber,
        number_key: quotationNumberKey(data.quotationNumber),
        status: data.status,
        created_day: kolkataDay(at),
        created_at: at,
        converted: false,
        ...touched(at, revision),
        ...offerColumns(data.offer),
        ...particularColumns(data.personal ?? ERASED),
      });
    },
    QuotationChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, {
        ...touched(at, revision),
        ...offerColumns(data.offer),
        ...particularColumns(data.personal ?? ERASED),
      }),
    QuotationCustomerChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.quotationId, {
        ...touched(at, revision),
        customer_id: data.customerId,
        ...particularColumns(data.personal ?? ERASED),
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

/** What is left of a quotation once the key of its customer is destroyed. */
const ERASED: QuotationParticulars = { vehicleNumber: null, notes: null };

const touched = (at: Date, revision: bigint): Row => ({
  version: Number(revision),
  updated_at: at,
});

const OFFER_COLUMNS = {
  insuranceType: 'insurance_type',
  policyType: 'policy_type',
  vehicleType: 'vehicle_type',
  insuranceCompany: 'insurance_company',
  sumAssured: 'sum_assured',
  premiumAmount: 'premium_amount',
  serviceCharges: 'service_charges',
  validityDays: 'validity_days',
  gstRate: 'gst_rate',
} as const satisfies Record<keyof QuotationOffer, string>;

const PARTICULAR_COLUMNS = {
  vehicleNumber: 'vehicle_number',
  notes: 'notes',
} as const satisfies Record<keyof QuotationParticulars, string>;

const offerColumns = (offer: Partial<QuotationOffer>): Row => ({
  ...columnsOf(offer, OFFER_COLUMNS),
  ...(offer.insuranceCompany !== undefined && {
    insurer_key: searchKey(offer.insuranceCompany ?? ''),
  }),
});

const particularColumns = (particulars: Partial<QuotationParticulars>): Row =>
  columnsOf(particulars, PARTICULAR_COLUMNS);

/** The columns of the fields that are given. */
function columnsOf<Fields extends object>(
  fields: Fields,
  columns: Readonly<Record<keyof Fields, string>>,
): Row {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [columns[field as keyof Fields], value]));
}
