import type {
  CustomerDetails,
  CustomerEvent,
} from '@insuremanager/contracts/customers/customerEvents';
import { aadhaarLast4 } from '@insuremanager/contracts/rules/aadhaar';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import {
  defineProjector,
  type ProjectionContext,
  type Row,
} from '../platform/readModels/projector.js';
import { customersTable } from './customerTables.js';
import { ERASED_DETAILS } from './customerView.js';

const TABLE = customersTable.name;

export const AADHAAR_PURPOSE = 'customer-aadhaar';

/** Events to the list of customers. */
export const customerProjector = defineProjector<CustomerEvent>()({
  name: 'customers',
  version: 3,
  tables: [customersTable],
  on: {
    CustomerRegistered: ({ data, at, revision }, rows, context) =>
      rows.put(TABLE, {
        id: data.customerId,
        version: Number(revision),
        kyc_status: data.kycStatus,
        kyc_document_id: null,
        created_at: at,
        updated_at: at,
        ...detailColumns(data.personal ?? ERASED_DETAILS, context),
      }),
    CustomerDetailsChanged: ({ data, at, revision }, rows, context) =>
      rows.patch(TABLE, data.customerId, {
        version: Number(revision),
        updated_at: at,
        ...detailColumns(data.personal ?? ERASED_DETAILS, context),
      }),
    CustomerKycStatusChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.customerId, {
        version: Number(revision),
        updated_at: at,
        kyc_status: data.kycStatus,
        kyc_document_id: data.documentId,
      }),
    CustomerDeleted: ({ data }, rows) => rows.remove(TABLE, data.customerId),
  },
});

/** Fields that are shown as they are. */
const PLAIN_COLUMNS = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  panNumber: 'pan',
  address: 'address',
  city: 'city',
  state: 'state',
  pincode: 'pincode',
} as const satisfies Partial<Record<keyof CustomerDetails, string>>;

/** The columns of the fields that are given, with the forms by which they are found. */
function detailColumns(details: Partial<CustomerDetails>, context: ProjectionContext): Row {
  const { name, phone, email, aadhaarNumber, dateOfBirth, city } = details;
  const plain = Object.entries(PLAIN_COLUMNS)
    .map(([field, column]) => [column, details[field as keyof typeof PLAIN_COLUMNS]] as const)
    .filter((entry): entry is [(typeof entry)[0], string | null] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(plain),
    ...(name !== undefined && { name_key: searchKey(name) }),
    ...(phone !== undefined && { phone_digits: digitsOf(phone) }),
    ...(email !== undefined && { email_key: email && searchKey(email) }),
    ...(city !== undefined && { city_key: city && searchKey(city) }),
    ...(aadhaarNumber !== undefined && {
      aadhaar_last4: aadhaarNumber && aadhaarLast4(aadhaarNumber),
      aadhaar_fingerprint: aadhaarNumber && context.fingerprint(AADHAAR_PURPOSE, aadhaarNumber),
    }),
    // A day that Postgres does not know must not stop every list: the history still shows it.
    ...(dateOfBirth !== undefined && {
      date_of_birth: dateOfBirth !== null && isDay(dateOfBirth) ? dateOfBirth : null,
    }),
  };
}
