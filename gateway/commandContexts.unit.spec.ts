import { describe, expect, it } from 'vitest';
import { commandIdOf } from './commandContexts.js';

describe('the id of a command', () => {
  it('is the same for the same user and key', () => {
    expect(commandIdOf(1, 'form 7')).toBe(commandIdOf(1, 'form 7'));
  });

  it('is never shared by two users or two keys', () => {
    const ids = [
      commandIdOf(1, 'a'),
      commandIdOf(2, 'a'),
      commandIdOf(1, 'b'),
      commandIdOf(11, ':a'),
    ];
    expect(new Set([...ids, commandIdOf(1, '1:a')]).size).toBe(5);
  });

  it('is a UUID of version 5', () => {
    expect(commandIdOf(1, 'ключ ₹')).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });
});
