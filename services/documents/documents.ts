import type { Readable } from 'node:stream';
import type { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import type { ActiveContent } from '@insuremanager/contracts/documents/documentKinds';
import type {
  DocumentCards,
  DocumentView,
  documentRecord,
} from '@insuremanager/contracts/documents/documentViews';
import type { HistoryEntry, PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Matches, OwnedDocumentMatch } from '@insuremanager/contracts/search/searchViews';
import type { CommandContext, SavedRecord, Written } from '../platform/commands/command.js';
import type { Book } from '../platform/readModels/readTables.js';
import type { ListService } from '../platform/records/recordService.js';

/** A file that was received and is safely stored, and that no event refers to yet. */
export interface ReceivedFile {
  readonly fileKey: string;
  /** 32 bytes. */
  readonly contentKey: Buffer;
  /** Made safe: see contracts/rules/fileName. */
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly activeContent: ActiveContent;
  readonly sha256: string;
}

/** By what a file is known to be another one's copy. */
export type FileIdentity = Pick<ReceivedFile, 'fileName' | 'fileSize' | 'sha256'>;

/** A document with the name and the content of a file. */
export type SameFile = Pick<DocumentView, 'id' | 'customerId' | 'policyId'>;

/** A document's content, on its way to somebody. */
export interface OpenedDocument {
  readonly document: DocumentView;
  readonly content: Readable;
}

/** The capability "documents". Every method may raise a Refusal. */
export interface Documents extends ListService<typeof documentRecord> {
  /** Those of the documents that exist, in the order of the ids. */
  listByIds(ids: readonly number[]): Promise<DocumentView[]>;
  /**
   * Takes a file in: streams it into the store encrypted, at most 10 MB of it, and looks at its
   * content while it passes. Nothing stays stored when it is refused.
   * @param fileName as the sender called it.
   * @throws too-large on `file`; invalid on `file`: `file-empty`, `file-kind`, `file-damaged`,
   *   `file-unsafe`; unavailable; or what the stream threw.
   */
  receive(fileName: string, content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** Reads a file to its end and stores nothing. @throws what `receive` throws of its content. */
  inspect(fileName: string, content: AsyncIterable<Uint8Array>): Promise<FileIdentity>;
  /** Of each file, the documents in lists that have its name and content, whoever's they are. */
  sameFiles(files: readonly FileIdentity[]): Promise<SameFile[][]>;
  /** Gives up a file that was received: it is removed. Never throws: what stays is swept later. */
  discard(file: ReceivedFile): Promise<void>;
  /**
   * Enters a file that was received. A retry with the same commandId answers the first document and
   * removes the file that came with it; where it is refused the file is removed, too.
   * @throws invalid `customer-unknown`, `customer-erased`, `policy-unknown`,
   * `policy-customer-mismatch`, `claim-unknown`, `claim-policy-mismatch`, `not-required`; conflict `idempotency-key-reused` when the file or what it
   * belongs to differs.
   */
  upload(
    input: DocumentInput,
    file: ReceivedFile,
    context: CommandContext,
  ): Promise<Omit<SavedRecord<DocumentView>, 'warnings'>>;
  /**
   * What looks wrong about a document that was uploaded: `file-duplicate` when its customer had
   * the same file before. To be asked once the lists show it; a retry is answered as it was at
   * first. Never throws: what cannot be found out is no warning.
   */
  warningsOf(document: DocumentView, file: Pick<ReceivedFile, 'sha256'>): Promise<Warning[]>;
  /**
   * Makes it a document of a policy of its customer.
   * @throws invalid `policy-unknown`, `policy-customer-mismatch`; conflict `document-attached` when
   *   it belongs to another policy, `document-kyc`.
   */
  attach(id: number, policyId: number, context: CommandContext): Promise<Written>;
  /** @throws conflict `kyc-document-in-use` while its customer's KYC status rests on it. */
  delete(id: number, context: CommandContext): Promise<Written>;

  /**
   * @param reader `auditor`: who may open the files of customers who have been deleted, too; that is
   *   recorded as theirs.
   * @throws not-found; forbidden for a file of a deleted customer; conflict `document-erased` when
   *   its person has been erased; unavailable, `file-missing` or, as its stream does too,
   *   `file-damaged`.
   */
  open(id: number, reader?: { auditor?: CommandContext | undefined }): Promise<OpenedDocument>;

  /** The best matches of any part of the name of a file. */
  match(query: string): Promise<Matches<OwnedDocumentMatch>>;
  cards(): Promise<DocumentCards>;
  /** Every event in words, oldest first; also of a deleted document. @throws not-found */
  history(id: number): Promise<HistoryEntry[]>;
  /** The document at a moment: what its events until then come to. Null when there was none then. */
  asOf(id: number, moment: PastMoment): Promise<DocumentView | null>;
  /** The same beside what it is now. */
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<DocumentView>>;
  /** Whether it is an existing KYC document of this customer; from the stream itself. */
  isKycOf(id: number, customerId: number): Promise<boolean>;

  /**
   * Removes stored files that are older than a day and that no event refers to, if it is certain
   * that all events are known; their number.
   */
  sweep(signal?: AbortSignal): Promise<number>;

  /** The same for whom only the customers of a book, and what is theirs, exist. */
  within(book: Book): DocumentsOfBook;
}

/** Without what only the scheduler and other capabilities ask. */
export type DocumentsOfBook = Omit<
  Documents,
  'within' | 'asOf' | 'besideNow' | 'isKycOf' | 'sweep' | 'inspect' | 'sameFiles'
>;
