import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  DOCUMENT_TYPE_LABELS,
  type DocumentType,
  FILE_SENTENCES,
  LARGEST_FILE,
} from '@insuremanager/contracts/documents/documentKinds';
import type { Documents } from '../../documents/index.js';
import { Refusal } from '../../platform/errors.js';
import { guessSheet } from '../guess/guessSheet.js';
import { guessValue } from '../guess/guessValue.js';
import { openSheets } from '../sheets/openSheets.js';
import { LIMITS, type Sheet, UnusableFile } from '../sheets/sheet.js';
import type { Archive } from './archive.js';
import { type ArchivedFile, type FilesByName, filesByName, nameIn } from './archivedFiles.js';

interface ArchivedSheets {
  /** Those in the ZIP, and one of the documents that none of them names. */
  readonly sheets: readonly Sheet[];
  readonly files: readonly ArchivedFile[];
}

const IS_SHEET = /\.(?:csv|tsv|xlsx|ods)$/i;

/** What a ZIP holds: sheets and documents, each looked at as if it were uploaded. */
export async function archivedSheets(
  archive: Archive,
  folder: string,
  documents: Pick<Documents, 'inspect'>,
  signal: AbortSignal,
): Promise<ArchivedSheets> {
  const files: ArchivedFile[] = [];
  const sheets: Sheet[] = [];
  for (const [path, size] of archive.sizes) {
    signal.throwIfAborted();
    if (!IS_SHEET.test(path)) {
      files.push({ path, ...(await inspected(archive, path, size, documents)) });
      continue;
    }
    if (size > LIMITS.bytes) throw new UnusableFile('A sheet in the ZIP is larger than 100 MB.');
    const unpacked = join(folder, String(sheets.length));
    await pipeline(await archive.read(path), createWriteStream(unpacked, { mode: 0o600 }), {
      signal,
    });
    sheets.push(...(await openSheets(unpacked, nameIn(path))));
  }
  const byName = filesByName(files);
  const named = new Set<string>();
  const read = await Promise.all(sheets.map((sheet) => withNames(sheet, byName, named)));
  const others = files.filter(({ path }) => !named.has(path));
  return { sheets: others.length > 0 ? [...read, listOf(others)] : read, files };
}

async function inspected(
  archive: Archive,
  path: string,
  size: number,
  documents: Pick<Documents, 'inspect'>,
): Promise<Omit<ArchivedFile, 'path'>> {
  const faulty = (code: string, message: string) => ({ fault: { code, message }, identity: null });
  if (size > LARGEST_FILE) return faulty('file-too-large', FILE_SENTENCES.tooLarge);
  try {
    const content = await archive.read(path);
    return { fault: null, identity: await documents.inspect(nameIn(path), content) };
  } catch (error) {
    if (error instanceof Refusal) return faulty(error.code, error.message);
    // The reader of the ZIP: what it unpacks to is not what its directory says.
    return faulty('file-damaged', FILE_SENTENCES.damaged);
  }
}

/** Rows by which it is known what the columns of a sheet are. */
const LOOKED_AT = 300;

/** A sheet whose rows are about files of the ZIP is one of documents. */
async function withNames(sheet: Sheet, files: FilesByName, named: Set<string>): Promise<Sheet> {
  const hits = sheet.header.map(() => 0);
  const examples: (readonly string[])[] = [];
  let rows = 0;
  for await (const { cells } of sheet.read()) {
    rows += 1;
    if (examples.length < LOOKED_AT) examples.push(cells);
    for (const [column, cell] of cells.entries()) {
      const path = cell === '' ? null : files.pathOf(cell);
      if (path === null) continue;
      named.add(path);
      hits[column] = (hits[column] ?? 0) + 1;
    }
  }
  const most = Math.max(0, ...hits);
  if (most === 0 || most * 2 < rows) return sheet;
  const kind = 'documents';
  const { columns, dateOrder } = guessSheet(sheet.header, examples, { kind });
  const ofType = sheet.header.findIndex((_name, column) => isOfTypes(examples, column));
  return {
    ...{ name: sheet.name, header: sheet.header, read: () => sheet.read() },
    guessed: {
      ...{ kind, dateOrder },
      columns: columns.map((field, column) => {
        if (column === hits.indexOf(most)) return 'file';
        return column === ofType ? 'documentType' : field;
      }),
    },
  };
}

const isOfTypes = (rows: readonly (readonly string[])[], column: number): boolean => {
  const texts = rows.flatMap((cells) => cells[column] || []);
  const understood = texts.filter((text) => guessValue('documents', 'documentType', text) !== null);
  return texts.length > 0 && understood.length * 2 > texts.length;
};

const NAMES_OF_TYPES: readonly (readonly [type: DocumentType, words: RegExp])[] = [
  ['claim_document', /claim/i],
  ['kyc', /kyc|aadh?aa?r|\bpan\b|passport|licen[cs]e|voter/i],
  ['policy_document', /polic(?:y|ies)|schedule|certificate|endorsement/i],
];
const typeIn = (text: string): DocumentType | null =>
  NAMES_OF_TYPES.find(([, words]) => words.test(text.replace(/[_-]/g, ' ')))?.[0] ?? null;

/** What is known of files from their paths: the folder names the customer or the policy. */
function listOf(files: readonly ArchivedFile[]): Sheet {
  const rows = files.map(({ path }, nth) => {
    const folders = path.split('/').slice(0, -1);
    // A folder in it may part the documents by their kinds.
    const whose = folders.findLast((one) => guessValue('documents', 'documentType', one) === null);
    const type = typeIn(nameIn(path)) ?? typeIn(folders.filter((one) => one !== whose).join(' '));
    const cells = [path, whose ?? '', type === null ? '' : DOCUMENT_TYPE_LABELS[type]];
    return { row: nth + 1, cells };
  });
  return {
    ...{ name: 'Files', header: ['File', 'Folder', 'Document type'] },
    guessed: {
      ...{ kind: 'documents', dateOrder: 'dmy' },
      columns: ['file', 'folder', 'documentType'],
    },
    async *read() {
      yield* rows;
    },
  };
}
