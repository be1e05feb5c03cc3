import { describe, expect, it } from 'vitest';
import { benchOptions } from './benchOptions.js';

describe('the options', () => {
  it('choose parts, in the order in which they run', () =>
    expect(benchOptions(['--only', 'd,a']).parts).toEqual(['a', 'd']));

  it('are refused in words', () => {
    expect(() => benchOptions(['--customers', 'many'])).toThrow('--customers must be');
    expect(() => benchOptions(['--only', 'z'])).toThrow('There is no part z');
  });
});
