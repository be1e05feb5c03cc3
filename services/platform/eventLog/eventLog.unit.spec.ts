import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePositions, formatPosition, parsePosition } from './eventLog.js';

const position = fc.record({
  commit: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  prepare: fc.bigInt({ min: 0n, max: 2n ** 63n }),
});

describe('a position in the log', () => {
  it('survives being written down, beyond what a number can hold', () =>
    fc.assert(
      fc.property(position, (at) => {
        expect(parsePosition(formatPosition(at))).toEqual(at);
      }),
    ));

  it('has one order, whichever way round it is asked', () =>
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        expect(comparePositions(a, b) + comparePositions(b, a)).toBe(0);
        if (comparePositions(a, b) <= 0 && comparePositions(b, c) <= 0)
          expect(comparePositions(a, c)).toBeLessThanOrEqual(0);
      }),
    ));

  it('is not read out of any other text', () => {
    for (const text of ['', '5', '5/', '-1/2', '1/2/3', '1.5/2', ' 1/2'])
      expect(() => parsePosition(text)).toThrow('Not a log position');
  });
});
