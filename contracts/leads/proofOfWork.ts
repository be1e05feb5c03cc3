/** So many leading zero bits has the hash of a challenge and its answer. */
export const PROOF_BITS = 16;
/** What is hashed: whoever finds a number for it has worked for a moment. */
export const workOf = (challenge: string, answer: number): string => `${challenge}:${answer}`;

/** Whether a hash begins with so many zero bits. */
export function hasZeroBits(hash: ArrayLike<number>, bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 1) {
    if (((hash[bit >> 3] ?? 255) >> (7 - (bit & 7))) & 1) return false;
  }
  return true;
}
