import { type FileKind, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import { emptyFile, tooLargeFile, wrongKindOfFile } from './fileRefusals.js';
import type { Inspector } from './inspector.js';
import { jpegInspector } from './jpeg.js';
import { pdfInspector } from './pdf.js';
import { pngInspector } from './png.js';
import { HEAD_BYTES, kindByHead } from './signatures.js';
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
  /** Known once all of it has passed. */
  kind(): FileKind;
}

/** Recognises a file by its content; never more of it is held than an inspector needs. */
export function inspected(content: AsyncIterable<Uint8Array>): InspectedFile {
  let kind: FileKind | null = null;
  return {
    content: passing(content, (found) => {
      kind = found;
    }),
    kind() {
      if (kind === null) throw new Error('A file was not looked at to its end');
      return kind;
    },
  };
}

async function* passing(
  content: AsyncIterable<Uint8Array>,
  recognised: (kind: FileKind) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let head = Buffer.alloc(0);
  let inspector: Inspector | null = null;

  const begin = (): Inspector => {
    const kind = kindByHead(head);
    if (kind === null) throw wrongKindOfFile();
    recognised(kind);
    const begun = INSPECTORS[kind]();
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
