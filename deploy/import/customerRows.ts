import { CustomerInput, newCustomerFields } from '@insuremanager/contracts/customers/consentFields';
import { omit } from '@insuremanager/contracts/rules/objects';
import type { Customers } from '@insuremanager/services/customers/index';
import { conflict, invalid, Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import {
  columnsOfFields,
  givenFields,
  type ImportKind,
  importer,
  refusalOf,
  rowFields,
  type TakeRow,
} from './importRows.js';

/** How a consent came here is known, and no notice of ours was shown then. */
const KNOWN = ['consentHow', 'noticeLanguage', 'noticeVersion'] as const;

const COLUMN_OF = {
  ref: 'Ref',
  ...columnsOfFields(omit(newCustomerFields, KNOWN), {
    aadhaarNumber: 'Aadhaar',
    panNumber: 'PAN',
    dateOfBirth: 'DOB',
    kycStatus: 'KYC',
  }),
};

export const customerImport: ImportKind = {
  label: 'Customers',
  columnOf: COLUMN_OF,
  required: ['Ref', 'Name', 'Phone'],
  begin: async ({ customers }, _sheet, correlationId) => takeCustomerRow(customers, correlationId),
};

/** The command that registers the customer of a Ref, in every import: a Ref is taken once. */
export const customerCommandId = (ref: string): string => namedUuid('import', 'customers', ref);

/** Registers the customer of a row by the same command as the form. */
const takeCustomerRow =
  (customers: Pick<Customers, 'create'>, correlationId: string): TakeRow =>
  async (row) => {
    const { ref: rawRef, ...fields } = rowFields(row, COLUMN_OF);
    const ref = rawRef.trim();
    if (ref === '') {
      throw invalid([{ field: 'ref', code: 'ref-missing', message: 'Ref is required' }]);
    }
    const input = CustomerInput.safeParse({ ...givenFields(fields), consentHow: 'import' });
    if (!input.success) throw refusalOf(input.error.issues);
    const context = { commandId: customerCommandId(ref), actor: importer, correlationId };
    try {
      const { warnings, repeated } = await customers.create(input.data, context);
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
