export const DOCUMENT_TYPES = ['kyc', 'policy_document', 'claim_document'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What a person reads. */
export const DOCUMENT_TYPE_LABELS: Record<DocumentType, string> = {
  kyc: 'KYC',
  policy_document: 'Policy document',
  claim_document: 'Claim document',
};

/** The kinds of file that are accepted, known by their content. */
export const FILE_KINDS = ['pdf', 'jpg', 'png', 'doc', 'docx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const FILE_KIND_MIME_TYPES: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Endings of names of each kind, the usual one first. */
export const FILE_KIND_EXTENSIONS: Record<FileKind, readonly string[]> = {
  pdf: ['pdf'],
  jpg: ['jpg', 'jpeg'],
  png: ['png'],
  doc: ['doc'],
  docx: ['docx'],
};

/** For the `accept` of a file input. */
export const ACCEPTED_FILES = FILE_KINDS.flatMap((kind) => FILE_KIND_EXTENSIONS[kind])
  .map((extension) => `.${extension}`)
  .join(',');

/** 10 MB, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;

export const kindOfMimeType = (mimeType: string): FileKind | null =>
  FILE_KINDS.find((kind) => FILE_KIND_MIME_TYPES[kind] === mimeType) ?? null;

/** Whether a file carries what a program would run when it opens it, as scripts in a PDF. */
export const ACTIVE_CONTENT = ['none', 'found', 'unknown'] as const;
export type ActiveContent = (typeof ACTIVE_CONTENT)[number];

/** What a person reads of a file that may do more than show something. */
export const ACTIVE_CONTENT_LABELS: Record<Exclude<ActiveContent, 'none'>, string> = {
  found: 'Contains active content',
  unknown: 'Protected, not checked',
};

/** What a browser can show by itself; the others are only downloaded. */
export const isShownInBrowser = (mimeType: string): boolean =>
  ['pdf', 'jpg', 'png'].includes(kindOfMimeType(mimeType) ?? '');

/** Said of every file that is refused, so that people know what to do. */
export const FILE_SENTENCES = {
  missing: 'Please select a file and customer.',
  empty: 'This file is empty. Choose another one.',
  tooLarge: 'This file is larger than 10 MB. Choose a smaller one, or make it smaller first.',
  wrongKind: 'This is not a PDF, JPG, PNG, DOC or DOCX file. Choose one of these.',
  damaged: 'This file is damaged: it ends too early or its parts do not fit. Choose another one.',
  huge: 'This picture has more than 100 million pixels. Choose a smaller one, or make it smaller first.',
  unsafe: 'This Word file would unpack to far more than it should. Choose another one.',
} as const;
