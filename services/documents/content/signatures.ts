import type { FileKind } from '@insuremanager/contracts/documents/documentKinds';

/** So much of the beginning tells which kind a file may be, in bytes. */
export const HEAD_BYTES = 4096;

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
/** A header within the first 1024 bytes is a PDF's to most readers; what it may follow is nothing. */
const PDF_HEADER = new RegExp(`^(?:${BYTE_ORDER_MARK})?[\\0\\t\\n\\f\\r ]{0,1000}%PDF-`);

const SIGNATURES: readonly (readonly [FileKind, string])[] = [
  ['jpg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['doc', 'd0cf11e0a1b11ae1'],
  ['docx', '504b0304'],
];

/**
 * The kind that a file says it is by how it begins; null when it is none of ours. A file that is
 * something else first, such as a web page before the header of a PDF, is not a PDF to us.
 */
export function kindByHead(head: Buffer): FileKind | null {
  const found = SIGNATURES.find(([, signature]) => {
    const bytes = Buffer.from(signature, 'hex');
    return head.subarray(0, bytes.length).equals(bytes);
  });
  if (found) return found[0];
  return PDF_HEADER.test(head.toString('latin1')) ? 'pdf' : null;
}
