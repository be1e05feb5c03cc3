import {
  type CustomerField,
  CustomerInput,
} from '@insuremanager/contracts/customers/customerFields';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import { Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { RowOutcome } from './importRows.js';
import type { RowProblem } from './rejectedRows.js';
import type { Columns, SheetRow } from './spreadsheet.js';

/** Which column of the sheet holds which field. */
const COLUMN_OF: Record<CustomerField, string> = {
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
const FIELDS = Object.entries(COLUMN_OF) as [CustomerField, string][];

export const CUSTOMER_COLUMNS: Columns = {
  required: ['Ref', 'Name', 'Phone'],
  optional: FIELDS.map(([, column]) => column).filter(
    (name) => name !== 'Name' && name !== 'Phone',
  ),
};

const importer: Actor = { userId: 0, username: 'import', role: 'system' };

/**
 * Registers the customer of a row by the same command as the form. The row's Ref makes the
 * command's id: a Ref that was imported before writes nothing.
 */
export const takeCustomerRow =
  (customers: Pick<Customers, 'register'>, correlationId: string) =>
  async ({ cells }: SheetRow): Promise<RowOutcome> => {
    const ref = (cells.Ref ?? '').trim();
    if (ref === '') return rejected([{ column: 'Ref', reason: 'Ref is required' }]);
    const fields = Object.fromEntries(
      FIELDS.map(([field, column]) => [field, cells[column] ?? '']),
    );
    const input = CustomerInput.safeParse(fields);
    if (!input.success) {
      return rejected(
        input.error.issues.map(({ path, message }) => ({
          column: COLUMN_OF[path[0] as CustomerField] ?? '',
          reason: message,
        })),
      );
    }
    try {
      const context = {
        commandId: namedUuid('import', 'customers', ref),
        actor: importer,
        correlationId,
      };
      const { warnings, repeated } = await customers.register(input.data, context);
      return { kind: 'accepted', warned: warnings.length > 0, repeated };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'idempotency-key-reused') {
        return rejected([{ column: 'Ref', reason: importedOtherwise(ref) }]);
      }
      throw error;
    }
  };

const rejected = (problems: RowProblem[]): RowOutcome => ({ kind: 'rejected', problems });

const importedOtherwise = (ref: string): string =>
  `Ref ${ref} was imported before with other values. Change that customer in InsureManager, or give this row a Ref of its own.`;
