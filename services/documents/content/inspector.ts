import { FILE_SENTENCES } from '@insuremanager/contracts/documents/documentKinds';
import { invalid, type Refusal, tooLarge } from '../../platform/errors.js';

/** Looks at a file of one kind while it passes. Both may throw a Refusal on `file`. */
export interface Inspector {
  /** Every part of the file in order. */
  look(part: Buffer): void;
  /** When all of it has passed. @param size of the file, in bytes. */
  conclude(size: number): void | Promise<void>;
}

const refusedFile = (code: string, message: string): Refusal =>
  invalid([{ field: 'file', code, message }]);

export const emptyFile = () => refusedFile('file-empty', FILE_SENTENCES.empty);
export const tooLargeFile = () =>
  tooLarge({ field: 'file', code: 'file-too-large', message: FILE_SENTENCES.tooLarge });
export const wrongKindOfFile = () => refusedFile('file-kind', FILE_SENTENCES.wrongKind);
export const damagedFile = () => refusedFile('file-damaged', FILE_SENTENCES.damaged);
export const unsafeFile = () => refusedFile('file-unsafe', FILE_SENTENCES.unsafe);

/** The last bytes of what passes. */
export interface FileTail {
  add(part: Buffer): void;
  /** At most as many as were wanted, or somewhat more. */
  bytes(): Buffer;
}

/** @param wanted bytes from the end. */
export function fileTail(wanted: number): FileTail {
  const parts: Buffer[] = [];
  let held = 0;
  return {
    add(part) {
      parts.push(part);
      held += part.length;
      while (held - (parts[0]?.length ?? held) >= wanted) held -= parts.shift()?.length ?? 0;
    },
    bytes: () => Buffer.concat(parts),
  };
}
