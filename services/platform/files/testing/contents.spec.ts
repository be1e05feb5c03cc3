import { createHash, randomBytes } from 'node:crypto';

const MEBIBYTE = 1024 * 1024;

/** Random bytes that arrive in pieces, as from a network. `length` and `pieceSize` in bytes. */
export async function* arriving(
  bytes: Buffer,
  pieceSize = 16 * 1024,
): AsyncGenerator<Buffer, void, undefined> {
  for (let from = 0; from < bytes.length; from += pieceSize)
    yield bytes.subarray(from, from + pieceSize);
}

/** A stream that breaks after some bytes, as when an upload is given up. */
export async function* breakingAfter(
  length: number,
  error: Error,
): AsyncGenerator<Buffer, void, undefined> {
  yield* arriving(randomBytes(length));
  throw error;
}

/** So many mebibytes, made as they are asked for. */
export async function* mebibytes(count: number): AsyncGenerator<Buffer, void, undefined> {
  const piece = randomBytes(64 * 1024);
  for (let sent = 0; sent < count * MEBIBYTE; sent += piece.length) yield Buffer.from(piece);
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
