import { CONSENT_FIELDS, consentFieldOf } from '@insuremanager/contracts/customers/consentFields';
import type {
  CustomerDetails,
  CustomerEvent,
  CustomerMergeUndone,
  CustomersMarkedDistinct,
  CustomersMarkedDistinctUndone,
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
import { added, rowChange, touched } from '../platform/readModels/recordColumns.js';
import type { Vault } from '../platform/vault/vault.js';
import { ERASED_DETAILS } from './customer.js';
import {
  consentsTable,
  customerColumns,
  customersTable,
  distinctTable,
  erasuresTable,
  mergesTable,
  unfinishedMergesTable,
} from './customerTables.js';

const TABLE = customersTable.name;
const change = rowChange(customersTable, 'customerId');

export const AADHAAR_PURPOSE = 'customer-aadhaar';

/** As the list keeps an Aadhaar number. */
export const aadhaarFingerprint = (vault: Pick<Vault, 'fingerprint'>, number: string): string =>
  vault.fingerprint(AADHAAR_PURPOSE, number);

/** Events to the list of customers. */
export const customerProjector = defineProjector<CustomerEvent>()({
  name: 'customers',
  version: 9,
  tables: [
    ...[customersTable, consentsTable, erasuresTable],
    ...[mergesTable, unfinishedMergesTable, distinctTable],
  ],
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
    CustomerDetailsChanged: (event, rows, context) => {
      const { personal, takenFrom } = event.data;
      // What came from one who has been erased since was given back before.
      const unknown = takenFrom === undefined ? ERASED_DETAILS : {};
      change(event, rows, detailColumns(personal ?? unknown, context));
    },
    CustomerKycStatusChanged: (event, rows) => {
      const { kycStatus, documentId } = event.data;
      change(event, rows, { kyc_status: kycStatus, kyc_document_id: documentId });
    },
    CustomerConsentRecorded: (event, rows) => {
      const { customerId, choices, how, givenOn, notice } = event.data;
      const columns: Record<string, string> = {};
      for (const choice of choices) {
        columns[columnOf(consentFieldOf(choice.purpose, choice.channel))] = choice.choice;
        putConsent(customerId, { ...choice, how, givenOn, notice }, rows);
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
    CustomerMerged: ({ data: { customerId, intoId }, at, metadata }, rows) => {
      removeCustomer(customerId, rows);
      rows.put(mergesTable.name, {
        ...{ customer_id: customerId, into_id: intoId },
        ...{ merged_at: at, merged_by: metadata.actor.username },
      });
      rows.put(unfinishedMergesTable.name, { customer_id: customerId, other_id: intoId });
    },
    CustomerMergeUndone: ({ data, at, revision }, rows, context) => {
      const { customerId, fromId, ownerId, kyc, consents, registeredAt, personal } = data;
      const { formerKeys, ...details } = personal ?? { ...ERASED_DETAILS, formerKeys: null };
      rows.remove(mergesTable.name, customerId);
      rows.put(unfinishedMergesTable.name, { customer_id: customerId, other_id: fromId });
      rows.put(
        TABLE,
        {
          ...{ id: customerId, kyc_status: kyc.kycStatus, kyc_document_id: kyc.documentId },
          ...{ owner_id: ownerId, former_keys: formerKeys },
          ...added(new Date(registeredAt), revision),
          ...touched(at, revision),
        },
        {
          ...detailColumns(details, context),
          ...Object.fromEntries(
            consents.map(({ purpose, channel, choice }) => [
              columnOf(consentFieldOf(purpose, channel)),
              choice,
            ]),
          ),
        },
      );
      for (const consent of consents) putConsent(customerId, consent, rows);
    },
    DuplicateMerged: (event, rows) => {
      change(event, rows, { former_keys: event.data.personal?.formerKeys ?? null });
      rows.remove(unfinishedMergesTable.name, event.data.duplicateId);
    },
    DuplicateSeparated: (event, rows) => {
      const { customerId, duplicateId, consentsGone, personal } = event.data;
      const columns: Record<string, string | null> = { former_keys: personal?.formerKeys ?? null };
      for (const { purpose, channel } of consentsGone) {
        const field = consentFieldOf(purpose, channel);
        columns[columnOf(field)] = null;
        rows.remove(consentsTable.name, consentKey(customerId, field));
      }
      change(event, rows, columns);
      rows.remove(unfinishedMergesTable.name, duplicateId);
    },
    CustomersMarkedDistinct: (event, rows) => {
      const { customerId: first, otherId: second } = event.data;
      keepUp(event, rows);
      rows.put(distinctTable.name, {
        ...{ pair: `${first}/${second}`, first_id: first, second_id: second },
        ...{ marked_at: event.at, marked_by: event.metadata.actor.username, is_distinct: true },
      });
    },
    CustomersMarkedDistinctUndone: (event, rows) => {
      const { customerId, otherId } = event.data;
      keepUp(event, rows);
      rows.patch(distinctTable.name, `${customerId}/${otherId}`, { is_distinct: false });
    },
  },
});

/** A hold changes nothing that lists show, but what was seen before it is not the last of the stream. */
const keepUp = (
  {
    data,
    revision,
  }: RecordedEvent<
    EventOf<
      | typeof LegalHoldPlaced
      | typeof LegalHoldLifted
      | typeof CustomersMarkedDistinct
      | typeof CustomersMarkedDistinctUndone
    >
  >,
  rows: RowWriter,
): void => rows.patch(TABLE, data.customerId, { version: Number(revision) });

type Consent = EventOf<typeof CustomerMergeUndone>['data']['consents'][number];

const putConsent = (
  customerId: number,
  { purpose, channel, choice, how, givenOn, notice }: Consent,
  rows: RowWriter,
): void =>
  rows.put(consentsTable.name, {
    ...{ id: consentKey(customerId, consentFieldOf(purpose, channel)), customer_id: customerId },
    ...{ purpose, channel, choice, given_on: givenOn, how },
    ...{ notice_version: notice?.version ?? null, notice_language: notice?.language ?? null },
  });

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
