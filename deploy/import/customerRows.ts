import {
  type CustomerField,
  CustomerInput,
} from '@insuremanager/contracts/customers/customerFields';
import type { Customers } from '@insuremanager/services/customers/index';
import { conflict, invalid, Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { ImportKind } from './importKind.js';
import type { TakeRow } from './importRows.js';
import { importer, refusalOf, rowFields } from './rowFields.js';

const COLUMN_OF: Record<'ref' | CustomerField, string> = {
  ref: 'Ref',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  aadhaarNumber: 'Aadhaar',
  panNumber: 'PAN',
  dateOfBirth: 'DOB',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
  kycStatus: 'KYC',
};

export const customerImport: ImportKind = {
  label: 'Customers',
  columns: {
    required: ['Ref', 'Name', 'Phone'],
    optional: ['Email', 'Aadhaar', 'PAN', 'DOB', 'Address', 'City', 'State', 'Pincode', 'KYC'],
  },
  columnOf: COLUMN_OF,
  begin: async ({ customers }, _sheet, correlationId) => takeCustomerRow(customers, correlationId),
};

/** The command that registers the customer of a Ref, in every import: a Ref is taken once. */
export const customerCommandId = (ref: string): string => namedUuid('import', 'customers', ref);

/** Registers the customer of a row by the same command as the form. */
const takeCustomerRow =
  (customers: Pick<Customers, 'register'>, correlationId: string): TakeRow =>
  async (row) => {
    const { ref: rawRef, ...fields } = rowFields(row, COLUMN_OF);
    const ref = rawRef.trim();
    if (ref === '') {
      throw invalid([{ field: 'ref', code: 'ref-missing', message: 'Ref is required' }]);
    }
    const input = CustomerInput.safeParse(fields);
    if (!input.success) throw refusalOf(input.error.issues);
    const context = { commandId: customerCommandId(ref), actor: importer, correlationId };
    try {
      const { warnings, repeated } = await customers.register(input.data, context);
      return { warned: warnings.length > 0, repeated };
    } catch (error) {
      const isReused = error instanceof Refusal && error.code === 'idempotency-key-reused';
      throw isReused ? importedOtherwise(ref) : error;
    }
  };

const importedOtherwise = (ref: string): Refusal => {
  const message = `Ref ${ref} was imported before with other values. Change that customer in InsureManager, or give this row a Ref of its own.`;
  return conflict('ref-taken', message, [{ field: 'ref', code: 'ref-taken', message }]);
};
