import { CONSENT_FIELDS, consentFieldOf } from '@insuremanager/contracts/customers/consentFields';
import type {
  CustomerDetails,
  CustomerEvent,
  LegalHoldLifted,
  LegalHoldPlaced,
} from '@insuremanager/contracts/customers/customerEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import { aadhaarLast4 } from '@insuremanager/contracts/rules/aadhaar';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { columnOf } from '../platform/readModels/listFilter.js';
import {
  defineProjector,
  type ProjectionContext,
  type Row,
  type RowWriter,
} from '../platform/readModels/projector.js';
import { added, rowChange } from '../platform/readModels/recordColumns.js';
import type { Vault } from '../platform/vault/vault.js';
import { ERASED_DETAILS } from './customer.js';
import { consentsTable, customerColumns, customersTable, erasuresTable } from './customerTables.js';

const TABLE = customersTable.name;
const change = rowChange(customersTable, 'customerId');

export const AADHAAR_PURPOSE = 'customer-aadhaar';

/** As the list keeps an Aadhaar number. */
export const aadhaarFingerprint = (vault: Pick<Vault, 'fingerprint'>, number: string): string =>
  vault.fingerprint(AADHAAR_PURPOSE, number);

/** Events to the list of customers. */
export const customerProjector = defineProjector<CustomerEvent>()({
  name: 'customers',
  version: 7,
  tables: [customersTable, consentsTable, erasuresTable],
  on: {
    CustomerRegistered: ({ data, at, revision }, rows, context) =>
      rows.put(
        TABLE,
        {
          id: data.customerId,
          kyc_status: data.kycStatus,
          owner_id: data.ownerId,
          ...added(at, revision),
        },
        detailColumns(data.personal ?? ERASED_DETAILS, context),
      ),
    CustomerDetailsChanged: (event, rows, context) =>
      change(event, rows, detailColumns(event.data.personal ?? ERASED_DETAILS, context)),
    CustomerKycStatusChanged: (event, rows) => {
      const { kycStatus, documentId } = event.data;
      change(event, rows, { kyc_status: kycStatus, kyc_document_id: documentId });
    },
    CustomerConsentRecorded: (event, rows) => {
      const { customerId, choices, how, givenOn, notice } = event.data;
      const columns: Record<string, string> = {};
      for (const { purpose, channel, choice } of choices) {
        const field = consentFieldOf(purpose, channel);
        columns[columnOf(field)] = choice;
        rows.put(consentsTable.name, {
          ...{ id: consentKey(customerId, field), customer_id: customerId },
          ...{ purpose, channel, choice, given_on: givenOn, how },
          ...{ notice_version: notice?.version ?? null, notice_language: notice?.language ?? null },
        });
      }
      change(event, rows, columns);
    },
    CustomerReassigned: (event, rows) => change(event, rows, { owner_id: event.data.ownerId }),
    CustomerDeleted: ({ data: { customerId } }, rows) => removeCustomer(customerId, rows),
    CustomerErased: ({ data: { customerId }, at }, rows) => {
      removeCustomer(customerId, rows);
      rows.put(erasuresTable.name, {
        ...{ customer_id: customerId, erased_at: at, is_complete: false },
      });
    },
    CustomerErasureCompleted: ({ data: { customerId } }, rows) =>
      rows.patch(erasuresTable.name, customerId, { is_complete: true }),
    LegalHoldPlaced: (event, rows) => keepUp(event, rows),
    LegalHoldLifted: (event, rows) => keepUp(event, rows),
    NomineeRecorded: (event, rows) => change(event, rows),
    NomineeRevoked: (event, rows) => change(event, rows),
  },
});

/** A hold changes nothing that lists show, but what was seen before it is not the last of the stream. */
const keepUp = (
  { data, revision }: RecordedEvent<EventOf<typeof LegalHoldPlaced | typeof LegalHoldLifted>>,
  rows: RowWriter,
): void => rows.patch(TABLE, data.customerId, { version: Number(revision) });
const consentKey = (customerId: number, field: string): string => `${customerId}/${field}`;

function removeCustomer(customerId: number, rows: RowWriter): void {
  rows.remove(TABLE, customerId);
  for (const field of CONSENT_FIELDS)
    rows.remove(consentsTable.name, consentKey(customerId, field));
}

/** The columns of the details that are there. */
function detailColumns(details: Partial<CustomerDetails>, context: ProjectionContext): Row {
  const { aadhaarNumber } = details;
  const row = customerColumns.toRow(details);
  if (aadhaarNumber !== undefined) {
    row.aadhaar_last4 = aadhaarNumber && aadhaarLast4(aadhaarNumber);
    row.aadhaar_fingerprint = aadhaarNumber && context.fingerprint(AADHAAR_PURPOSE, aadhaarNumber);
  }
  return row;
}
