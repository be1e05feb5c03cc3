import type { CommandContext } from '../../platform/commands/command.js';
import { invalid } from '../../platform/errors.js';
import { findPolicyNumbered } from '../existing.js';
import type { RowsAtOnce } from '../importPace.js';
import type { ImportParts } from '../importParts.js';
import type { DocumentRow } from '../readRow.js';
import type { Archive } from './archive.js';
import { type FilesByName, nameIn } from './archivedFiles.js';

/** Of a batch, beside another one: an inspector may hold a whole file. */
export const DOCUMENTS_AT_ONCE: RowsAtOnce = { alone: 2, beside: 1 };

export interface OfDocument {
  readonly input: DocumentRow;
  readonly customerId: number;
  /** The policy of the import that it belongs to. */
  readonly policyId: number | null;
  /** Null: it is not kept any more. */
  readonly archive: Archive | null;
  readonly files: FilesByName;
}

/** Takes a file out of the ZIP and uploads it, as a person would. @throws Refusal */
export async function storeDocument(
  parts: Pick<ImportParts, 'documents' | 'policies' | 'tables'>,
  { input, customerId, archive, files, ...of }: OfDocument,
  context: CommandContext,
) {
  const { documents } = parts;
  if (archive === null) throw filesGone();
  const policyId = await policyNamed(parts, input, of.policyId);
  const documentType = input.documentType ?? (policyId === null ? null : 'policy_document');
  if (documentType === null) throw policyGone();
  const { path } = files.require(input.file);
  const received = await documents.receive(nameIn(path), await archive.read(path));
  return documents.upload(
    {
      ...{ customerId, documentType, policyType: null },
      // A KYC document is the customer's, whatever its row says.
      policyId: documentType === 'kyc' ? null : policyId,
    },
    received,
    context,
  );
}

const policyNamed = async (
  parts: Pick<ImportParts, 'policies' | 'tables'>,
  { policyNumber, folder }: DocumentRow,
  policyId: number | null,
): Promise<number | null> =>
  policyId ?? (await findPolicyNumbered(parts, [policyNumber, folder]))?.id ?? null;

/** Of which policy a document is, by its row; null: its customer's alone. */
export const policyIdIn = async (
  parts: Pick<ImportParts, 'policies' | 'tables'>,
  row: DocumentRow,
  policyId: number | null,
): Promise<number | null> =>
  row.documentType === 'kyc' ? null : policyNamed(parts, row, policyId);

const filesGone = () =>
  invalid([
    {
      ...{ field: 'file', code: 'files-removed' },
      message: 'The files of this import are not kept any more. Upload them again.',
    },
  ]);
export const policyGone = () =>
  invalid([
    {
      ...{ field: 'policyNumber', code: 'policy-unknown' },
      message: 'No policy has this number any more.',
    },
  ]);
