import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFileSize } from './fileSize.js';

describe('the size of a file as it is shown', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_570, '1023.99 KB'],
    [1_048_575, '1.00 MB'],
    [10 * 1024 * 1024, '10.00 MB'],
    [1024 ** 3, '1.00 GB'],
    [5000 * 1024 ** 3, '5000.00 GB'],
  ])('of %i bytes is %s', (bytes, shown) => {
    expect(formatFileSize(bytes)).toBe(shown);
  });

  it('never reads as a thousand and twenty-four of a unit that has a next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 35 }), (bytes) => {
        expect(formatFileSize(bytes)).toMatch(/^\d{1,4}(\.\d\d)? (Bytes|KB|MB|GB)$/);
        expect(formatFileSize(bytes)).not.toMatch(/^1024.* (Bytes|KB|MB)$/);
      }),
    );
  });
});
