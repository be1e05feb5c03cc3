import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrontier, leafHash, nodeHash, pathOf, rootOf } from './merkle.js';

/** As Certificate Transparency's own tests have them: the leaves, and the roots over the first 0 to 8. */
const LEAVES = ['', '\x00', '\x10', '\x20\x21', '\x30\x31', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const leaves = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, at) => leafHash(`event ${at}`));

/** The definition of RFC 6962, section 2.1, to the letter. */
function byDefinition(nodes: readonly Buffer[]): Buffer {
  if (nodes.length < 2) return rootOf(nodes);
  const half = 2 ** Math.floor(Math.log2(nodes.length - 1));
  return nodeHash(byDefinition(nodes.slice(0, half)), byDefinition(nodes.slice(half)));
}

/** Where a leaf stands in a tree of so many leaves. */
interface LeafPlace {
  readonly index: number;
  readonly size: number;
}

/** The root that an inclusion proof leads to; null when it is none for such a place (RFC 9162, 2.1.3.2). */
function rootByPath(
  leaf: Buffer,
  { index, size }: LeafPlace,
  path: readonly Buffer[],
): Buffer | null {
  if (index < 0 || index >= size) return null;
  let [at, last, root] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      root = nodeHash(root, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : null;
}

const half = (value: number): number => Math.floor(value / 2);

describe('the root of a Merkle tree', () => {
  it('is that of RFC 6962', () => {
    const hashes = LEAVES.map(leafHash);
    const roots = ROOTS.map((_, size) => rootOf(hashes.slice(0, size)).toString('hex'));
    expect(roots).toEqual(ROOTS);
    for (const size of [1, 2, 3, 7, 8, 9, 255, 256, 257, 1000])
      expect(rootOf(leaves(size))).toEqual(byDefinition(leaves(size)));
  });

  it('is known while leaves are added', () => {
    const frontier = createFrontier();
    expect(frontier.root()).toEqual(rootOf([]));
    const all = leaves(300);
    for (const [at, leaf] of all.entries()) {
      frontier.add(leaf);
      expect(frontier.root()).toEqual(rootOf(all.slice(0, at + 1)));
    }
  });

  it('is that over the roots of tiles', () => {
    for (const size of [1, 4, 5, 8, 9, 15, 16, 17, 63]) {
      const all = leaves(size);
      const tiles = [];
      for (let at = 0; at < size; at += 4) tiles.push(rootOf(all.slice(at, at + 4)));
      expect(rootOf(tiles)).toEqual(rootOf(all));
    }
  });
});

describe('an inclusion proof', () => {
  const some = fc
    .integer({ min: 1, max: 300 })
    .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }));

  it('leads from the leaf to the root', () =>
    fc.assert(
      fc.property(some, ({ size, index }) => {
        const all = leaves(size);
        const path = pathOf(all, index);
        expect(rootByPath(all[index] as Buffer, { index, size }, path)).toEqual(rootOf(all));
      }),
    ));

  it('leads there from no other leaf and no other place, nor when it was changed', () =>
    fc.assert(
      fc.property(some, fc.nat(), ({ size, index }, nth) => {
        const all = leaves(size);
        const [root, leaf] = [rootOf(all), all[index] as Buffer];
        const path = pathOf(all, index);
        expect(rootByPath(leafHash('forged'), { index, size }, path)).not.toEqual(root);
        if (size > 1) {
          const other = (index + 1) % size;
          expect(rootByPath(leaf, { index: other, size }, path)).not.toEqual(root);
          const changed = path.with(nth % path.length, leafHash('forged'));
          expect(rootByPath(leaf, { index, size }, changed)).not.toEqual(root);
        }
        expect(rootByPath(leaf, { index, size }, [...path, leaf])).toBeNull();
        expect(rootByPath(leaf, { index: size, size }, path)).toBeNull();
      }),
    ));
});
