import type {
  CustomerDetails,
  CustomerEvent,
} from '@insuremanager/contracts/customers/customerEvents';
import { aadhaarLast4 } from '@insuremanager/contracts/rules/aadhaar';
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
  version: 1,
  tables: [customersTable],
  on: {
    CustomerRegistered: ({ data, at, revision }, rows, context) =>
      rows.put(TABLE, {
        id: data.customerId,
        version: Number(revision),
        kyc_status: data.kycStatus,
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
      }),
    CustomerDeleted: ({ data }, rows) => rows.remove(TABLE, data.customerId),
  },
});

/** The columns of the fields that are given, with the forms by which they are found. */
function detailColumns(details: Partial<CustomerDetails>, context: ProjectionContext): Row {
  const { name, phone, email, aadhaarNumber, panNumber, dateOfBirth, city } = details;
  return {
    ...(name !== undefined && { name, name_key: searchKey(name) }),
    ...(phone !== undefined && { phone, phone_digits: digitsOf(phone) }),
    ...(email !== undefined && { email, email_key: email && searchKey(email) }),
    ...(aadhaarNumber !== undefined && {
      aadhaar_last4: aadhaarNumber && aadhaarLast4(aadhaarNumber),
      aadhaar_fingerprint: aadhaarNumber && context.fingerprint(AADHAAR_PURPOSE, aadhaarNumber),
    }),
    ...(panNumber !== undefined && { pan: panNumber }),
    ...(dateOfBirth !== undefined && { date_of_birth: dateOfBirth }),
    ...(details.address !== undefined && { address: details.address }),
    ...(city !== undefined && { city, city_key: city && searchKey(city) }),
    ...(details.state !== undefined && { state: details.state }),
    ...(details.pincode !== undefined && { pincode: details.pincode }),
  };
}
