import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from './sha256';

const known = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the hash of a text', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'abc'],
    ['other letters', 'ഉമ്മൻ ₹'],
    ...[54, 55, 56, 63, 64, 65, 119, 120, 1000].map<[string, string]>((length) => [
      `${length} letters`,
      'x'.repeat(length),
    ]),
  ])('is that of Node: %s', (_what, text) =>
    expect(Buffer.from(sha256(text)).toString('hex')).toBe(known(text)),
  );

  it('is that of Node for many texts', () => {
    for (let nth = 0; nth < 2000; nth += 1) {
      const text = `challenge.${nth}:${nth * 7919}`;
      expect(Buffer.from(sha256(text)).toString('hex')).toBe(known(text));
    }
  });
});
