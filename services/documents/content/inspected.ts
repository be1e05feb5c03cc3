import {
  type ActiveContent,
  type FileKind,
  LARGEST_FILE,
} from '@insuremanager/contracts/documents/documentKinds';
import { emptyFile, type Inspector, tooLargeFile, wrongKindOfFile } from './inspector.js';
import { jpegInspector } from './jpeg.js';
import { pdfInspector } from './pdf.js';
import { pngInspector } from './png.js';
import { wordBinaryInspector } from './wordBinary.js';
import { wordPackageInspector } from './wordPackage.js';

const INSPECTORS: Record<FileKind, () => Inspector> = {
  pdf: pdfInspector,
  jpg: jpegInspector,
  png: pngInspector,
  doc: wordBinaryInspector,
  docx: wordPackageInspector,
};

/** A file on its way, looked at as it passes. */
export interface InspectedFile {
  /**
   * What was given, unchanged. It throws a Refusal on `file` as soon as the file is known to be
   * refused, at the latest after its last byte: whoever stores it then stores nothing.
   */
  readonly content: AsyncIterable<Uint8Array>;
  /** Both are known once all of it has passed. */
  kind(): FileKind;
  activeContent(): ActiveContent;
}

/** Recognises a file by its content; no more of it is held than an inspector needs: all of it for PDF and DOCX. */
export function inspected(content: AsyncIterable<Uint8Array>): InspectedFile {
  let found: Recognised | null = null;
  const recognised = (): Recognised => {
    if (found === null) throw new Error('A file was not looked at to its end');
    return found;
  };
  return {
    content: passing(content, (by) => {
      found = by;
    }),
    kind: () => recognised().kind,
    activeContent: () => recognised().inspector.activeContent?.() ?? 'none',
  };
}

interface Recognised {
  readonly kind: FileKind;
  readonly inspector: Inspector;
}

async function* passing(
  content: AsyncIterable<Uint8Array>,
  recognised: (by: Recognised) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let head = Buffer.alloc(0);
  let inspector: Inspector | null = null;

  const begin = (): Inspector => {
    const kind = kindByHead(head);
    if (kind === null) throw wrongKindOfFile();
    const begun = INSPECTORS[kind]();
    recognised({ kind, inspector: begun });
    begun.look(head);
    return begun;
  };

  for await (const bytes of content) {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    size += part.length;
    if (size > LARGEST_FILE) throw tooLargeFile();
    if (inspector) {
      inspector.look(part);
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    if (head.length < HEAD_BYTES) continue;
    inspector = begin();
    yield head;
  }
  if (size === 0) throw emptyFile();
  if (!inspector) {
    inspector = begin();
    yield head;
  }
  await inspector.conclude(size);
}

/** So much of the beginning tells which kind a file may be, in bytes. */
const HEAD_BYTES = 4096;

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
function kindByHead(head: Buffer): FileKind | null {
  const found = SIGNATURES.find(([, signature]) => {
    const bytes = Buffer.from(signature, 'hex');
    return head.subarray(0, bytes.length).equals(bytes);
  });
  if (found) return found[0];
  return PDF_HEADER.test(head.toString('latin1')) ? 'pdf' : null;
}
