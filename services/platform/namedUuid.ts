import { createHash } from 'node:crypto';

/** A namespace of our own (RFC 9562, version 5): ids made here meet no one else's. */
const NAMESPACE = Buffer.from('9c1f5d1e6c5b4f0ab7f1b0a1c2d3e4f5', 'hex');

/**
 * The UUID that stands for a name: the same parts give the same id, always and everywhere.
 * @param use keeps ids of different uses apart
 */
export function namedUuid(use: string, ...parts: readonly (string | number | bigint)[]): string {
  const hash = createHash('sha1')
    .update(NAMESPACE)
    .update([use, ...parts].join('\n'), 'utf8')
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
