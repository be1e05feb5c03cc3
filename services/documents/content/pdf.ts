import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { ActiveContent } from '@insuremanager/contracts/documents/documentKinds';
import { damagedFile, type Inspector } from './inspector.js';

/** The mark of the end, and what scanners and mail servers leave behind it. */
const END_WITHIN_BYTES = 4096;

/**
 * Names by which a PDF makes its reader do more than show it: run a script, start a program, send a
 * form, open a file that it carries (ISO 32000-1, 12.6 Actions, 7.11.4 Embedded file streams). No
 * shorter ones: packed data would be taken for them.
 */
const ACTIVE_NAME =
  /\/(?:JavaScript|Rendition|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE)(?![\w#])|\/XFA\s*[[\d]/;
/** Where the data of a stream begins. */
const STREAM = /(?<!end)stream\r?\n/g;
/** The dictionary of a stream stands before it, in so many bytes. */
const DICTIONARY_BYTES = 2000;
/** What is unpacked of one stream of objects, and of all: more than any form of an insurer has. */
const MOST_OF_ONE = 8 * 1024 * 1024;
const MOST_UNPACKED = 64 * 1024 * 1024;

const unpacked = promisify(inflate);

/** A PDF whose end is there. It is looked through for what a reader would run. */
export function pdfInspector(): Inspector {
  const parts: Buffer[] = [];
  let found: ActiveContent = 'none';
  return {
    look: (part) => void parts.push(part),
    async conclude() {
      const file = Buffer.concat(parts);
      if (!file.subarray(-END_WITHIN_BYTES).includes('%%EOF')) throw damagedFile();
      found = await activeContentOf(file);
    },
    activeContent: () => found,
  };
}

/** Names may be written by the numbers of their letters: `/J#61vaScript`. */
const plainNames = (text: string): string =>
  text.replace(/#([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );

const isActive = (text: string): boolean => ACTIVE_NAME.test(plainNames(text));

async function activeContentOf(file: Buffer): Promise<ActiveContent> {
  const text = file.toString('latin1');
  if (isActive(text)) return 'found';
  let left = MOST_UNPACKED;
  let isWhole = true;
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    const before = text.slice(Math.max(0, index - DICTIONARY_BYTES), index);
    // Objects within a stream are seen only once it is unpacked.
    if (!/\/ObjStm\b/.test(plainNames(before.slice(before.lastIndexOf(' obj'))))) continue;
    const objects = left > 0 ? await unpackedAt(file, index + keyword.length) : null;
    if (objects === null) {
      isWhole = false;
      continue;
    }
    left -= objects.length;
    if (isActive(objects.toString('latin1'))) return 'found';
  }
  return isWhole ? 'none' : 'unknown';
}

/** Null for what cannot be unpacked: it is encrypted, packed otherwise, or too large. */
async function unpackedAt(file: Buffer, at: number): Promise<Buffer | null> {
  try {
    // The packed data says where it ends; what follows it in the file is left alone.
    return await unpacked(file.subarray(at), { maxOutputLength: MOST_OF_ONE });
  } catch {
    return null;
  }
}
