import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decrypted, encrypted, FileDamaged } from './contentCipher.js';
import { piecesOf } from './pieces.js';

const contentKey = randomBytes(32);
const fileKey = 'documents/2026-11/one';

/** As they are stored: the header, then the chunks. Bytes. */
const HEADER = 17;
const CHUNK = 64 * 1024;
const SEALED_CHUNK = CHUNK + 16;

/** The bytes in pieces whose sizes are repeated until nothing is left. */
async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

const seal = (content: Buffer, sizes: readonly number[] = []): Promise<Buffer> =>
  buffer(encrypted(inPieces(content, sizes), contentKey, fileKey));

const open = (stored: Buffer, sizes: readonly number[] = [], key = contentKey, name = fileKey) =>
  buffer(decrypted(inPieces(stored, sizes), key, name));

/** The header and the chunks of a stored file, each a buffer of its own. */
async function partsOf(stored: Buffer): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const { bytes } of piecesOf(inPieces(stored, []), SEALED_CHUNK, HEADER))
    parts.push(Buffer.from(bytes));
  return parts;
}

/** Lengths around where a chunk ends, and any other up to three chunks. */
const lengths = fc.oneof(
  fc.constantFrom(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1),
  fc.nat(3 * CHUNK),
);
const sizes = fc.array(fc.integer({ min: 1, max: 2 * CHUNK }), { maxLength: 5 });

describe('an encrypted content', () => {
  it('comes back as it was, however it was cut on its way in and out', () =>
    fc.assert(
      fc.asyncProperty(lengths, sizes, sizes, async (length, sizesIn, sizesOut) => {
        const content = randomBytes(length);
        const stored = await seal(content, sizesIn);
        expect((await open(stored, sizesOut)).equals(content)).toBe(true);
        const chunks = Math.max(1, Math.ceil(length / CHUNK));
        expect(stored.length).toBe(HEADER + length + 16 * chunks);
      }),
      { numRuns: 60 },
    ));

  it('comes back byte by byte', async () => {
    const content = randomBytes(300);
    const stored = await seal(content, [1]);
    expect(await open(stored, [1])).toEqual(content);
  });

  it('shows nothing of itself, and looks different each time', async () => {
    const content = Buffer.alloc(1000, 'Lakshmi');
    const [first, second] = [await seal(content), await seal(content)];
    expect(first.includes('Lakshmi')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  it('needs a key of 32 bytes', async () => {
    const short = buffer(encrypted(inPieces(Buffer.from('x'), []), randomBytes(16), fileKey));
    await expect(short).rejects.toThrow('32 bytes');
  });
});

describe('a stored file', () => {
  /** Fails without having given more than the chunks before the damage. */
  const expectDamage = async (stored: Buffer, chunksBefore: number, content: Buffer) => {
    let output = Buffer.alloc(0);
    const reading = (async () => {
      for await (const bytes of decrypted(inPieces(stored, [CHUNK]), contentKey, fileKey))
        output = Buffer.concat([output, bytes]);
    })();
    await expect(reading).rejects.toBeInstanceOf(FileDamaged);
    expect(output.equals(content.subarray(0, chunksBefore * CHUNK))).toBe(true);
  };
  const chunkAt = (place: number): number =>
    place < HEADER ? 0 : Math.floor((place - HEADER) / SEALED_CHUNK);

  it('cannot be changed anywhere', () =>
    fc.assert(
      fc.asyncProperty(
        lengths,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (length, at, change) => {
          const content = randomBytes(length);
          const stored = await seal(content);
          const place = at % stored.length;
          stored.writeUInt8(stored.readUInt8(place) ^ change, place);
          await expectDamage(stored, chunkAt(place), content);
        },
      ),
      { numRuns: 60 },
    ));

  it('cannot be cut off anywhere, at the end of a chunk neither', () =>
    fc.assert(
      fc.asyncProperty(
        lengths,
        fc.oneof(
          fc.nat(),
          fc.constantFrom(0, 1, HEADER, HEADER + SEALED_CHUNK, HEADER + 2 * SEALED_CHUNK),
        ),
        async (length, at) => {
          const content = randomBytes(length);
          const stored = await seal(content);
          const end = at % stored.length;
          // A last chunk that is cut shows in that chunk; one that is missing, in the one before
          // it.
          const chunksBefore = Math.max(0, Math.ceil((end - HEADER) / SEALED_CHUNK) - 1);
          await expectDamage(stored.subarray(0, end), chunksBefore, content);
        },
      ),
      { numRuns: 60 },
    ));

  it('cannot be made longer', () =>
    fc.assert(
      fc.asyncProperty(lengths, fc.uint8Array({ minLength: 1 }), async (length, more) => {
        const stored = await seal(randomBytes(length));
        await expect(open(Buffer.concat([stored, more]))).rejects.toBeInstanceOf(FileDamaged);
      }),
      { numRuns: 30 },
    ));

  it('cannot have its chunks moved, repeated or left out', async () => {
    const stored = await seal(randomBytes(4 * CHUNK));
    const [header, a, b, c, d] = (await partsOf(stored)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    expect(await open(Buffer.concat([header, a, b, c, d]))).toHaveLength(4 * CHUNK);
    const wrong = [
      [b, a, c, d],
      [a, b, d, c],
      [a, a, b, c, d],
      [a, b, c, d, d],
      [a, c, d],
      [a, b, c],
      [d],
      [],
    ];
    for (const chunks of wrong)
      await expect(open(Buffer.concat([header, ...chunks]))).rejects.toBeInstanceOf(FileDamaged);
  });

  it('takes no chunk of another file, though of the same key', async () => {
    const [ours, theirs] = [
      await partsOf(await seal(randomBytes(2 * CHUNK))),
      await partsOf(await seal(randomBytes(2 * CHUNK))),
    ];
    const mixed = Buffer.concat([...ours.slice(0, 2), ...theirs.slice(2)]);
    await expect(open(mixed)).rejects.toBeInstanceOf(FileDamaged);
  });

  it('opens with its own key and under its own name alone', async () => {
    const stored = await seal(Buffer.from('policy'));
    await expect(open(stored, [], randomBytes(32))).rejects.toBeInstanceOf(FileDamaged);
    await expect(open(stored, [], contentKey, 'documents/2026-11/two')).rejects.toBeInstanceOf(
      FileDamaged,
    );
  });

  it('of a later version is refused', async () => {
    const stored = await seal(Buffer.from('policy'));
    stored.writeUInt8(2, 0);
    await expect(open(stored)).rejects.toThrow('unknown version');
  });
});

describe('what the first release wrote', () => {
  /** Made by it; must open for ever. */
  const first = {
    contentKey: '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    fileKey: 'documents/2026-11/first',
    stored:
      '01245a653e6f7fad83357d0f75210ec7b63a5bf89bbf35344b1aca9894819a3548c34bfdd7d3b4800aec8d6923eb467d5685b17d3011cece',
    content: 'Lakshmi Nair, policy 12',
  };

  it('is still opened', async () => {
    const stored = Buffer.from(first.stored, 'hex');
    const content = await open(stored, [], Buffer.from(first.contentKey, 'hex'), first.fileKey);
    expect(content.toString()).toBe(first.content);
  });
});
