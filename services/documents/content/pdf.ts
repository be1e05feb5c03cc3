import { setImmediate } from 'node:timers/promises';
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
const ACTIVE_NAMES = [
  ...['JavaScript', 'Rendition', 'Launch', 'EmbeddedFile', 'EmbeddedFiles'],
  ...['RichMedia', 'SubmitForm', 'ImportData', 'GoToE'],
];
/** Letters of a name may be written by their numbers: `/J#61vaScript`. */
const written = (name: string): string =>
  Array.from(name, (letter) => {
    const digits = letter.charCodeAt(0).toString(16);
    return `(?:${letter}|#${digits.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  }).join('');
const ACTIVE = `/(?:${ACTIVE_NAMES.map(written).join('|')})(?![\\w#])|/${written('XFA')}\\s{0,200}[[\\d]`;
/** Names by which a dictionary may be that of a stream of objects; some readers ask for the second only. */
const OBJECTS = `/${written('ObjStm')}(?![\\w#])|/${written('First')}\\s{1,20}\\d{1,10}(?!\\d|\\s{1,20}\\d{1,5}\\s{1,20}R)`;
/** What is looked for: the active names, streams that hold objects, and where a stream begins. */
const SOUGHT = new RegExp(
  `(?<active>${ACTIVE})|(?<objects>${OBJECTS})|(?<!end)stream[ \\t]*(?:\\r\\n?|\\n)`,
  'g',
);
/**
 * The dictionary of a stream of objects as the programs that write PDFs write it, up to its data: no
 * text in which something else could be hidden, at most one filter, without parameters.
 */
const PLAIN_DICTIONARY = new RegExp(
  `<<(?=[^<>]*/Type\\s*/ObjStm)(?:\\s|/Type\\s*/ObjStm|/(?:N|First)\\s+\\d+|/Length\\s+\\d+(?:\\s+\\d+\\s+R)?|` +
    `/Extends\\s+\\d+\\s+\\d+\\s+R|/Filter\\s*(?:/FlateDecode|\\[\\s*/FlateDecode\\s*\\]))+>>\\s*stream\\s*$`,
);
/** Bytes that are looked through at a time: others want to be answered meanwhile. */
const WINDOW = 256 * 1024;
/** No longer than this is what is looked for, and what stands before it. */
const LONGEST = 512;
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

interface Sight {
  readonly what: 'active' | 'objects' | 'stream';
  /** Where it ends. */
  readonly end: number;
}

/** What is found, in order, a window at a time. */
async function* sightsIn(bytes: Buffer): AsyncGenerator<Sight[]> {
  for (let at = 0; at < bytes.length; at += WINDOW) {
    const from = Math.max(0, at - LONGEST);
    const text = bytes.toString('latin1', from, at + WINDOW + LONGEST);
    const sights: Sight[] = [];
    for (const { index, 0: found, groups } of text.matchAll(SOUGHT)) {
      const begin = from + index;
      if (begin < at || begin >= at + WINDOW) continue;
      const what = groups?.active ? 'active' : groups?.objects ? 'objects' : 'stream';
      sights.push({ what, end: begin + found.length });
    }
    yield sights;
    await setImmediate();
  }
}

async function activeContentOf(file: Buffer): Promise<ActiveContent> {
  let left = MOST_UNPACKED;
  let isWhole = true;
  let isOfObjects = false;
  for await (const sights of sightsIn(file)) {
    for (const { what, end } of sights) {
      if (what === 'active') return 'found';
      // The dictionary of a stream, which says what it holds, stands before it.
      if (what === 'objects') isOfObjects = true;
      if (what !== 'stream' || !isOfObjects) continue;
      isOfObjects = false;
      // Objects within a stream are seen only once it is unpacked.
      const objects = left > 0 ? await unpackedAt(file, end) : null;
      left -= objects?.length ?? MOST_OF_ONE;
      if (objects !== null && (await isActive(objects))) return 'found';
      const before = file.toString('latin1', Math.max(0, end - LONGEST), end);
      if (objects === null || !PLAIN_DICTIONARY.test(before)) isWhole = false;
    }
  }
  return isWhole ? 'none' : 'unknown';
}

async function isActive(objects: Buffer): Promise<boolean> {
  for await (const sights of sightsIn(objects)) {
    if (sights.some(({ what }) => what === 'active')) return true;
  }
  return false;
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
