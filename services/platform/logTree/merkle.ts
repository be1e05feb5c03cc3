import { hash } from 'node:crypto';

/*
 * A Merkle tree as RFC 6962, section 2.1, has it: SHA-256; a leaf is hashed behind a byte 0, two nodes
 * behind a byte 1, so that neither is taken for the other. A list of nodes here stands for a tree
 * that has them side by side: leaves, or subtrees of which each but the last one is full and of the
 * same size, a power of two.
 */

export const HASH_BYTES = 32;

/** Reused: hashing reads it at once. */
const pair = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

export const leafHash = (text: string): Buffer => hash('sha256', `\0${text}`, 'buffer');

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1);
  right.copy(pair, 1 + HASH_BYTES);
  return hash('sha256', pair, 'buffer');
}

/** Of no nodes: the hash of nothing. */
export function rootOf(nodes: readonly Buffer[]): Buffer {
  let level = nodes;
  while (level.length > 1) level = above(level);
  return level[0] ?? hash('sha256', '', 'buffer');
}

/** The nodes over these; a last one without a sibling is moved up as it is. */
function above(level: readonly Buffer[]): Buffer[] {
  const nodes: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left) nodes.push(right ? nodeHash(left, right) : left);
  }
  return nodes;
}

/** The siblings on the way from a node to the root, the lowest first: its inclusion proof. */
export function pathOf(nodes: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = [];
  let at = index;
  for (let level = nodes; level.length > 1; level = above(level)) {
    const sibling = level[at ^ 1];
    if (sibling) path.push(sibling);
    at >>= 1;
  }
  return path;
}

/** Adds leaves one by one and knows the root at any time, without keeping them. */
export function createFrontier() {
  /** The roots of full subtrees, the largest first, each with its number of leaves. */
  const subtrees: { root: Buffer; leaves: number }[] = [];
  return {
    add(leaf: Buffer): void {
      let added = { root: leaf, leaves: 1 };
      for (let last = subtrees.at(-1); last?.leaves === added.leaves; last = subtrees.at(-1)) {
        subtrees.pop();
        added = { root: nodeHash(last.root, added.root), leaves: 2 * added.leaves };
      }
      subtrees.push(added);
    },

    /** Of all that was added; of nothing: the hash of nothing. */
    root: (): Buffer =>
      subtrees.reduceRight<Buffer | null>(
        (right, { root }) => (right ? nodeHash(root, right) : root),
        null,
      ) ?? rootOf([]),
  };
}
