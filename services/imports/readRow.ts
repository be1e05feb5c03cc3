import { createHash } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { CUSTOMER_FIELDS } from '@insuremanager/contracts/customers/customerFields';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import { inputOf as inputOfFields } from '@insuremanager/contracts/fields/fields';
import {
  type CustomerLink,
  customerLinks,
  IMPORT_TARGETS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import type { ImportCellProblem } from '@insuremanager/contracts/imports/importViews';
import { LeadInputSchema } from '@insuremanager/contracts/leads/leadFields';
import type { LeadInput } from '@insuremanager/contracts/leads/leadViews';
import { policyFieldNames } from '@insuremanager/contracts/policies/policyFields';
import { type PolicyInput, policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QUOTATION_FIELDS,
  type QuotationInput,
  QuotationInputSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { Refusal } from '../platform/errors.js';
import { cellProblem, type Habits } from './cells/cellText.js';
import { rowTexts } from './cells/rowTexts.js';
import { type ClaimRow, ClaimRowSchema } from './claimRows.js';

/** How the rows of a sheet are read. */
export interface Reading {
  readonly kind: SheetKind;
  /** The target field of each column. */
  readonly columns: readonly (string | null)[];
  readonly habits: Habits;
}

/** By which a row names its customer, in normal form; only what it says. */
export type Links = Readonly<Partial<Record<CustomerLink, string>>>;

/** What the form of its record would get, checked by the form's schema. */
export type RowInput =
  | { readonly kind: 'customer'; readonly input: CustomerInput }
  | { readonly kind: PolicyKind; readonly input: PolicyInput }
  | { readonly kind: 'quotation'; readonly input: QuotationInput }
  | { readonly kind: 'document'; readonly input: DocumentRow }
  | { readonly kind: 'claim'; readonly input: ClaimRow }
  | { readonly kind: 'lead'; readonly input: LeadInput };

/** A file of a ZIP, and what its row says of it. */
export interface DocumentRow {
  readonly file: string;
  readonly documentType: DocumentType | null;
  readonly policyNumber: string | null;
  /** Named like the customer's reference or a policy. */
  readonly folder: string | null;
}

export interface ReadRow {
  /** Null with problems. */
  readonly record: RowInput | null;
  /** Fields that the row says something about. */
  readonly given: readonly string[];
  readonly ref: string | null;
  readonly links: Links;
  readonly problems: readonly ImportCellProblem[];
}

/** In whose place a customer stands who is not known before the row is written. */
const ANY_CUSTOMER = 1;

/** Reads a row as the form of its record would: all that is wrong with it, by column. */
export function readRow({ kind, columns, habits }: Reading, cells: readonly string[]): ReadRow {
  // What a row does not say, and what it says nothing by, such as a hyphen, stays as it is.
  const texts = new Map(
    Object.entries(rowTexts(kind, columns, cells, habits)).filter(([, text]) => text !== ''),
  );
  const problemOf = problemIn(columns);
  const problems = columns.flatMap((field, column): ImportCellProblem[] => {
    const message = field === null ? null : cellProblem(field, cells[column] ?? '');
    return message === null ? [] : [{ column, code: 'digits-left-out', message }];
  });
  const links: Partial<Record<CustomerLink, string>> = {};
  for (const [name, field] of Object.entries(customerLinks)) {
    const text = texts.get(name);
    if (text === undefined) continue;
    const parsed = field.input.safeParse(text);
    if (parsed.success) links[name as CustomerLink] = String(parsed.data ?? '');
    else problems.push(problemOf(name, parsed.error.issues[0]?.message ?? ''));
  }
  const fields = Object.fromEntries(
    [...texts].filter(
      ([name]) =>
        !(name in customerLinks) && name !== 'ref' && (name !== 'kind' || kind === 'claims'),
    ),
  );
  // A folder without a policy of this name is called like its customer.
  if (kind === 'documents' && fields.folder && Object.keys(links).length === 0)
    links.customerRef = fields.folder.trim();
  const common = { given: Object.keys(fields), ref: texts.get('ref')?.trim() || null, links };
  const read = inputOf(kind, texts.get('kind'), fields);
  if ('issues' in read) {
    // Of a cell that nobody can read as it is, nothing else is said.
    const unread = new Set(problems.map(({ column }) => column));
    const issues = read.issues.map(([at, why]) => problemOf(at, why));
    problems.push(...issues.filter(({ column }) => column === null || !unread.has(column)));
  }
  const record = 'issues' in read ? null : read;
  return { ...common, record: problems.length > 0 ? null : record, problems };
}

interface Refused {
  readonly issues: readonly (readonly [field: string, message: string])[];
}

function inputOf(
  kind: SheetKind,
  rowKind: string | undefined,
  fields: Readonly<Record<string, string>>,
): RowInput | Refused {
  switch (kind) {
    case 'customers': {
      const parsed = CustomerInput.safeParse({ ...fields, consentHow: 'import' });
      return parsed.success ? { kind: 'customer', input: parsed.data } : refused(parsed.error);
    }
    case 'quotations': {
      const parsed = QuotationInputSchema.safeParse({ ...fields, customerId: ANY_CUSTOMER });
      return parsed.success ? { kind: 'quotation', input: parsed.data } : refused(parsed.error);
    }
    case 'documents': {
      const parsed = DocumentRowSchema.safeParse(fields);
      return parsed.success ? { kind: 'document', input: parsed.data } : refused(parsed.error);
    }
    case 'claims': {
      const parsed = ClaimRowSchema.safeParse(fields);
      return parsed.success ? { kind: 'claim', input: parsed.data } : refused(parsed.error);
    }
    case 'leads': {
      const parsed = LeadInputSchema.safeParse({ source: 'spreadsheet', ...fields });
      // Nobody's: they are given to agents afterwards.
      return parsed.success
        ? { kind: 'lead', input: { ...parsed.data, ownerId: null } }
        : refused(parsed.error);
    }
    default: {
      const policyKind =
        kind === 'policies' ? POLICY_KINDS.find((one) => one === rowKind?.toLowerCase()) : kind;
      if (!policyKind) return { issues: [['kind', KIND_UNKNOWN]] };
      const parsed = policyInputOf(policyKind).safeParse({ ...fields, customerId: ANY_CUSTOMER });
      return parsed.success ? { kind: policyKind, input: parsed.data } : refused(parsed.error);
    }
  }
}

const { file, documentType, policyNumber, folder } = IMPORT_TARGETS.documents;
const DocumentRowSchema = inputOfFields({ file, documentType, policyNumber, folder }).transform(
  (row): DocumentRow => ({
    file: row.file,
    documentType: row.documentType ?? null,
    policyNumber: row.policyNumber ?? null,
    folder: row.folder ?? null,
  }),
);

const KIND_UNKNOWN = `Kind of policy is one of: ${POLICY_KINDS.join(', ')}`;

const refused = (error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): Refused => ({
  issues: error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]),
});

/** Problems by what they are said of: the same sentence of the same column is one kind of problem. */
const problemIn =
  (columns: readonly (string | null)[]) =>
  (field: string, message: string, code = codeOf(message)): ImportCellProblem => {
    const column = columns.indexOf(field);
    return { column: column === -1 ? null : column, code, message };
  };

/** Of what a form says, which has no codes: sentences without a value of the row. */
const codeOf = (message: string): string =>
  `invalid-${createHash('sha1').update(message).digest('hex').slice(0, 8)}`;

/** What a command refuses, by column. */
export const problemsOfRefusal = (
  { columns }: Pick<Reading, 'columns'>,
  refusal: Refusal,
): ImportCellProblem[] => {
  const of = problemIn(columns);
  return refusal.fields.length > 0
    ? refusal.fields.map(({ field, code, message }) => of(field, message, code))
    : [of('', refusal.message, refusal.code)];
};

export const problemOf = (
  { columns }: Pick<Reading, 'columns'>,
  field: string,
  code: string,
  message: string,
): ImportCellProblem => problemIn(columns)(field, message, code);

/** The fields of a record that an import compares and changes. */
export const comparedFields = ({ kind }: Pick<RowInput, 'kind'>): readonly string[] => {
  if (kind === 'customer') return CUSTOMER_FIELDS;
  if (kind === 'document' || kind === 'claim' || kind === 'lead') return [];
  if (kind === 'quotation') return QUOTATION_FIELDS.filter((name) => name !== 'customerId');
  return policyFieldNames(kind).filter((name) => name !== 'customerId');
};
