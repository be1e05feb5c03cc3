import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import { invalid, type Refusal, tooLarge } from '@insuremanager/services/platform/errors';
import busboy, { type Busboy } from 'busboy';
import { HttpRefusal } from '../problems.js';

/** The part that holds the file. */
const FILE_PART = 'file';
/** What comes around a file, in bytes: fields, headers, boundaries. */
const FORM_ROOM = 64 * 1024;
const MOST_FIELDS = 10;
const LARGEST_FIELD = 1024;
/** Longest that an upload may pause, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;

/** The largest file that is taken, and what is said of a larger one. */
export interface FileLimit {
  readonly bytes: number;
  readonly message: string;
}
const USUAL_LIMIT: FileLimit = { bytes: LARGEST_FILE, message: FILE_SENTENCES.tooLarge };

interface UploadOptions {
  readonly idleTimeoutMs?: number;
  readonly limit?: FileLimit;
}

/** Who takes the file while it arrives. */
export interface FileTaker<Taken> {
  /** @param fileName as the sender called it. */
  take(fileName: string, content: Readable): Promise<Taken>;
  /** Undoes `take`, when what comes after the file is refused. */
  giveUp(taken: Taken): Promise<void>;
}

export interface UploadForm<Taken> {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when no file was chosen. */
  readonly file: Taken | null;
}

/**
 * Reads a form of one file and some small fields, in any order. The file is handed on while it
 * arrives, and only as fast as it is taken. Fields that are sent twice count as they came last.
 * @throws HttpRefusal when it is no such form, has too much in it, breaks off or stands still;
 *   too-large on `file`; invalid on `file` when it is not the only one; whatever `take` threw.
 */
export async function readUploadForm<Taken>(
  request: IncomingMessage,
  taker: FileTaker<Taken>,
  { idleTimeoutMs = IDLE_TIMEOUT_MS, limit = USUAL_LIMIT }: UploadOptions = {},
): Promise<UploadForm<Taken>> {
  const form = parserOf(request, limit);
  const fields = new Map<string, string>();
  const files: Promise<Taken>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, { valueTruncated }) => {
        if (valueTruncated) reject(oversizedForm('a field that is too long'));
        fields.set(name, value);
      });
      form.on('file', (name, content, { filename }) => {
        // Whoever takes it sees the error, too; and nobody else must.
        content.on('error', () => undefined);
        // A file input in which nothing was chosen sends a part without a name.
        if (name !== FILE_PART || filename === undefined) {
          content.resume();
          return;
        }
        if (files.length > 0) {
          reject(refusedFile('several-files', 'Send one file at a time.'));
          return;
        }
        if (filename.includes('\ufffd')) {
          reject(
            refusedFile('file-name', 'The name of the file is not UTF-8. Give it another name.'),
          );
          return;
        }
        const taken = taker.take(typedName(filename), content);
        files.push(taken);
        taken.catch(reject);
      });
      form.on('fieldsLimit', () => reject(oversizedForm('too many fields')));
      form.on('partsLimit', () => reject(oversizedForm('too many parts')));
      form.on('error', () => reject(brokenForm('is not a complete form')));
      form.on('finish', resolve);
      feed(request, form, { idleTimeoutMs, limit }, reject);
    });
    return { fields: Object.fromEntries(fields), file: (await files[0]) ?? null };
  } catch (error) {
    request.unpipe(form);
    form.destroy(new Error('The upload was refused'));
    const [taken] = await Promise.allSettled(files);
    if (taken?.status === 'fulfilled') await taker.giveUp(taken.value);
    throw error;
  }
}

/** @throws HttpRefusal, Refusal before anything of the body is read. */
function parserOf({ headers }: IncomingMessage, { bytes, message }: FileLimit): Busboy {
  if (!/^multipart\/form-data *(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new HttpRefusal(415, 'not-multipart', 'Send the file as multipart/form-data.');
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new HttpRefusal(415, 'unsupported-encoding', 'Send the form without compressing it.');
  }
  if (Number(headers['content-length'] ?? 0) > bytes + FORM_ROOM) throw tooLargeFile(message);
  try {
    return busboy({
      headers,
      // Names in any script arrive as they are: browsers send them in UTF-8.
      defParamCharset: 'utf8',
      limits: { fields: MOST_FIELDS, parts: MOST_FIELDS + 2, fieldSize: LARGEST_FIELD },
    });
  } catch {
    throw brokenForm('names no boundary between its parts');
  }
}

/** Lets the body flow into the form, and watches over it. */
function feed(
  request: IncomingMessage,
  form: Busboy,
  { idleTimeoutMs, limit: { bytes, message } }: Required<UploadOptions>,
  refuse: (error: Error) => void,
): void {
  let arrived = 0;
  const timeout = setTimeout(() => {
    // The client waits for us while we wait for the store.
    if (form.writableNeedDrain) timeout.refresh();
    else refuse(new HttpRefusal(408, 'upload-too-slow', 'The upload stood still for too long.'));
  }, idleTimeoutMs);
  const count = (chunk: Buffer): void => {
    timeout.refresh();
    arrived += chunk.length;
    if (arrived > bytes + FORM_ROOM) refuse(tooLargeFile(message));
  };
  const breakOff = (): void => {
    if (!request.complete) refuse(brokenForm('broke off before it was complete'));
  };
  request.on('data', count);
  request.on('error', breakOff);
  request.on('close', breakOff);
  form.once('close', () => {
    clearTimeout(timeout);
    request.off('data', count);
  });
  if (request.destroyed) breakOff();
  else request.pipe(form);
}

/** Forms escape these three in names, and nothing else. */
const typedName = (fileName: string): string =>
  fileName.replace(/%(?:22|0d|0a)/gi, decodeURIComponent);

const brokenForm = (how: string): HttpRefusal =>
  new HttpRefusal(400, 'broken-upload', `The upload ${how}. Please send it again.`);

const refusedFile = (code: string, message: string): Refusal =>
  invalid([{ field: FILE_PART, code, message }]);

const tooLargeFile = (message: string): Refusal =>
  tooLarge({ field: FILE_PART, code: 'file-too-large', message });

const oversizedForm = (what: string): HttpRefusal =>
  new HttpRefusal(413, 'too-large', `The form has ${what}.`);
