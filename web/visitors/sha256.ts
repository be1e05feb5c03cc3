/**
 * SHA-256 (FIPS 180-4) of a text. Browsers have one of their own, but only behind TLS, and each
 * asking of it takes longer than the hash.
 */
export function sha256(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let nth = 0; nth < 16; nth += 1) words[nth] = view.getUint32(at + nth * 4);
    mix(hash, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [nth, word] of hash.entries()) result.setUint32(nth * 4, word);
  return new Uint8Array(result.buffer);
}

/** One block, whose first sixteen words are given. */
function mix(hash: Uint32Array, words: Uint32Array): void {
  const word = (nth: number): number => words[nth] ?? 0;
  for (let nth = 16; nth < 64; nth += 1) {
    const [early, late] = [word(nth - 15), word(nth - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[nth] = word(nth - 16) + first + word(nth - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let nth = 0; nth < 64; nth += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen;
    const first = (one + (ROUNDS[nth] ?? 0) + word(nth)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + second) | 0];
  }
  for (const [nth, value] of [a, b, c, d, e, f, g, h].entries()) {
    hash[nth] = (hash[nth] ?? 0) + value;
  }
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 64 primes, of whose roots the constants are made. */
const PRIMES = Array.from({ length: 312 }, (_, nth) => nth).filter(
  (one) =>
    one > 1 && Array.from({ length: one }, (_, nth) => nth).every((by) => by < 2 || one % by !== 0),
);
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
