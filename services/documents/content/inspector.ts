import {
  type ActiveContent,
  FILE_SENTENCES,
} from '@insuremanager/contracts/documents/documentKinds';
import { invalid, type Refusal, tooLarge } from '../../platform/errors.js';

/** Looks at a file of one kind while it passes. Both may throw a Refusal on `file`. */
export interface Inspector {
  /** Every part of the file in order. */
  look(part: Buffer): void;
  /** When all of it has passed. @param size of the file, in bytes. */
  conclude(size: number): void | Promise<void>;
  /** Once it has concluded; `none` where it is left out. */
  activeContent?(): ActiveContent;
}

/** More than any scanner or camera makes: whoever opens such a picture needs 400 MB for it. */
const MOST_PIXELS = 100_000_000;

/** @throws Refusal for a picture that says it has more pixels than it may. */
export function refuseHuge(width: number, height: number): void {
  if (width * height > MOST_PIXELS) throw refusedFile('file-too-many-pixels', FILE_SENTENCES.huge);
}

const refusedFile = (code: string, message: string): Refusal =>
  invalid([{ field: 'file', code, message }]);

export const emptyFile = () => refusedFile('file-empty', FILE_SENTENCES.empty);
export const tooLargeFile = () =>
  tooLarge({ field: 'file', code: 'file-too-large', message: FILE_SENTENCES.tooLarge });
export const wrongKindOfFile = () => refusedFile('file-kind', FILE_SENTENCES.wrongKind);
export const damagedFile = () => refusedFile('file-damaged', FILE_SENTENCES.damaged);
export const unsafeFile = () => refusedFile('file-unsafe', FILE_SENTENCES.unsafe);
