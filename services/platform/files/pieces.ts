export interface Piece {
  /** Valid only until the next piece is asked for: its memory is used again. */
  readonly bytes: Buffer;
  readonly last: boolean;
}

/**
 * A stream cut anew: every piece has exactly `size` bytes, the first one `firstSize`; the last may
 * have fewer, and none only when the stream had none. Holds one piece, however long the stream is.
 */
export async function* piecesOf(
  content: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece, void, undefined> {
  const piece = Buffer.allocUnsafe(Math.max(size, firstSize));
  let wanted = firstSize;
  let filled = 0;
  for await (const bytes of content) {
    for (let from = 0; from < bytes.length; ) {
      // Only now is it known that the full piece is not the last one.
      if (filled === wanted) {
        yield { bytes: piece.subarray(0, filled), last: false };
        wanted = size;
        filled = 0;
      }
      const to = Math.min(bytes.length, from + wanted - filled);
      piece.set(bytes.subarray(from, to), filled);
      filled += to - from;
      from = to;
    }
  }
  yield { bytes: piece.subarray(0, filled), last: true };
}
