import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { type PolicyInput, policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { canonicalJson } from '@insuremanager/services/platform/commands/canonicalJson';
import { conflict, invalid, Refusal } from '@insuremanager/services/platform/errors';
import { createLocalLocks } from '@insuremanager/services/platform/locks/localLocks';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { Platform } from '@insuremanager/services/platform/platform';
import type { Services } from '../roles/openServices.js';
import { customerCommandId } from './customerRows.js';
import {
  columnsOfFields,
  givenFields,
  type ImportKind,
  importer,
  refusalOf,
  rowFields,
  type TakeRow,
} from './importRows.js';
import { type SheetRow, type Spreadsheet, UnusableFile } from './spreadsheet.js';

const COLUMN_OF = {
  kind: 'Type',
  ...columnsOfFields(policyFields, {
    customerId: 'CustomerRef',
    premiumAmount: 'Premium',
    premiumFrequency: 'Frequency',
    ncbPercent: 'NCB',
  }),
};

export const policyImport: ImportKind = {
  label: 'Policies',
  columnOf: COLUMN_OF,
  required: [
    ...['Type', 'CustomerRef', 'PolicyNumber', 'InsuranceCompany', 'SumAssured', 'Premium'],
    ...['Frequency', 'StartDate', 'EndDate'],
  ],
  async begin({ policies, platform }, sheet, correlationId) {
    const customerIdOf = importedCustomers(platform.ids);
    await mustKnowCustomers(sheet, customerIdOf);
    const { vault } = platform;
    return takePolicyRow({ policies, vault, customerIdOf, correlationId });
  },
};

type CustomerIdOf = (ref: string) => Promise<number | null>;

/** The customers that were imported before, by their Ref; each is asked for once. */
function importedCustomers(ids: Pick<Platform['ids'], 'find'>): CustomerIdOf {
  const known = new Map<string, Promise<number | null>>();
  return (ref) => {
    const id = known.get(ref) ?? ids.find('customer', customerCommandId(ref));
    known.set(ref, id);
    return id;
  };
}

const KINDS = POLICY_KINDS.join(' or ');

/** @throws UnusableFile when the file names customers and not one of them was imported. */
async function mustKnowCustomers(sheet: Spreadsheet, customerIdOf: CustomerIdOf): Promise<void> {
  for await (const { cells } of sheet.read()) {
    const ref = (cells.CustomerRef ?? '').trim();
    if (ref !== '' && (await customerIdOf(ref)) !== null) return;
  }
  throw new UnusableFile(
    'No customer that this file names was imported yet. Import the customers first, with the same Refs: npm run import -- customers FILE.csv',
  );
}

interface Parts {
  policies: Pick<Services['policies'], 'issue'>;
  vault: Pick<Platform['vault'], 'fingerprint'>;
  customerIdOf: CustomerIdOf;
  correlationId: string;
}

/**
 * Issues the policy of a row by the same command as the form. Rows of one policy number go one
 * after another: the first that can be taken has the number, every time the file is imported.
 */
function takePolicyRow({ policies, vault, customerIdOf, correlationId }: Parts): TakeRow {
  const withLocalLock = createLocalLocks();
  const rowOfNumber = new Map<string, number>();

  /**
   * Every value of the row, under a key: a corrected row is another command; it reveals nothing.
   */
  const commandIdOf = (kind: PolicyKind, input: PolicyInput): string => {
    const values = Object.entries(input).filter(([, value]) => value !== null);
    const row = canonicalJson({ kind, ...Object.fromEntries(values) });
    return namedUuid('import', 'policies', vault.fingerprint('imported policy', row));
  };

  const take = async (row: SheetRow, numberKey: string) => {
    const { kind, input } = await policyOf(row, customerIdOf);
    const earlierRow = rowOfNumber.get(numberKey);
    if (earlierRow !== undefined) throw usedInThisFile(input.policyNumber, earlierRow);
    const commandId = commandIdOf(kind, input);
    const context = { commandId, actor: importer, correlationId };
    const result = await policies.issue(kind, input, context).catch((error: unknown) => {
      throw inWordsOfTheSheet(error, row.cells.CustomerRef ?? '');
    });
    rowOfNumber.set(numberKey, row.row);
    return { warned: result.warnings.length > 0, repeated: result.repeated };
  };

  return (row) => {
    const numberKey = policyNumberKey(row.cells.PolicyNumber ?? '');
    return withLocalLock(numberKey, () => take(row, numberKey));
  };
}

/** @throws Refusal with all that is wrong about the row. */
async function policyOf(
  row: SheetRow,
  customerIdOf: CustomerIdOf,
): Promise<{ kind: PolicyKind; input: PolicyInput }> {
  const { kind: rawKind, customerId: rawRef, ...fields } = rowFields(row, COLUMN_OF);
  const kind = POLICY_KINDS.find((known) => known === rawKind.trim().toLowerCase());
  if (!kind) {
    const message = `Type must be ${KINDS}`;
    throw invalid([{ field: 'kind', code: 'kind-unknown', message }]);
  }
  const ref = rawRef.trim();
  const customerId = ref === '' ? null : await customerIdOf(ref);
  const parsed = policyInputOf(kind).safeParse({ ...givenFields(fields), customerId });
  if (parsed.success) return { kind, input: parsed.data };
  const unknown = ref !== '' && customerId === null ? unknownCustomer(ref) : null;
  throw refusalOf(
    parsed.error.issues.map(({ path, message }) => ({
      path,
      message: path[0] === 'customerId' && unknown ? unknown : message,
    })),
  );
}

const unknownCustomer = (ref: string): string =>
  `No customer was imported with the Ref ${ref}. Correct the CustomerRef, or import that customer first.`;

const CORRECT_NUMBER = 'Correct the number, or change that policy in InsureManager.';

/** What the form would say, and what can be done about it in a sheet. */
const inWordsOfTheSheet = (error: unknown, ref: string): unknown => {
  if (!(error instanceof Refusal)) return error;
  if (error.fields.some(({ code }) => code === 'customer-unknown')) return customerGone(ref);
  return error.code === 'policy-number-taken'
    ? numberTaken(`${error.message} ${CORRECT_NUMBER}`)
    : error;
};

const customerGone = (ref: string): Refusal => {
  const message = `The customer with the Ref ${ref.trim()} has been deleted. Correct the CustomerRef, or leave this row out.`;
  return invalid([{ field: 'customerId', code: 'customer-unknown', message }]);
};

const numberTaken = (message: string): Refusal =>
  conflict('policy-number-taken', message, [
    { field: 'policyNumber', code: 'policy-number-taken', message },
  ]);

const usedInThisFile = (policyNumber: string, row: number): Refusal =>
  numberTaken(
    `Policy number ${policyNumber} is already used by row ${row} of this file. Give each policy its own number, or leave this row out.`,
  );
