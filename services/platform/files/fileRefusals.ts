import type { Readable } from 'node:stream';
import { Refusal } from '../errors.js';
import { FileDamaged } from './contentCipher.js';
import { FileMissing } from './fileStore.js';
import { readableOf } from './readableOf.js';

/** Of stored files that cannot be read again, however often they are asked for. */
const FILE_REFUSALS = { missing: 'file-missing', damaged: 'file-damaged' } as const;

const RESTORE = 'Ask whoever runs InsureManager to restore it from a backup.';

/**
 * What a person reads when a stored file is not there or not what was stored; any other error stays
 * as it is. @param file begins the sentence, such as `The file of document 12`.
 */
export function fileRefusal(error: unknown, file: string): unknown {
  const refused = (code: string, message: string) =>
    new Refusal('unavailable', { code, message: `${message} ${RESTORE}`, cause: error });
  if (error instanceof FileMissing) {
    return refused(FILE_REFUSALS.missing, `${file} is missing from the file store.`);
  }
  if (error instanceof FileDamaged) {
    return refused(FILE_REFUSALS.damaged, `${file} is damaged in the file store.`);
  }
  return error;
}

/**
 * A stored file, opened, which fails in other words, and so does its stream: damage behind the
 * first bytes is noticed when they are reached.
 */
export async function openedFile(
  open: () => Promise<Readable>,
  inWords: (error: unknown) => unknown,
): Promise<Readable> {
  try {
    const content = await open();
    return readableOf(read(content, inWords), content);
  } catch (error) {
    throw inWords(error);
  }
}

async function* read(
  content: Readable,
  inWords: (error: unknown) => unknown,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* content;
  } catch (error) {
    throw inWords(error);
  }
}
