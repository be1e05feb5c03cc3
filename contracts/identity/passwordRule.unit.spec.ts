import { describe, expect, it } from 'vitest';
import { judgePassword } from './passwordRule.js';

const words = ['priya.menon', 'priya@nairinsurance.example', 'Nair Insurance'];

describe('a password that may be chosen', () => {
  it.each(['violet harbour 27 kites', 'മഴക്കാലം നല്ലതാണ് 42', 'vK3$pz!qT9wm', 'tea tea lantern quarry'])(
    'is one like "%s"',
    async (password) => {
      expect((await judgePassword(password, words)).fault).toBeNull();
    },
  );
});

describe('a password that is too easy to guess', () => {
  it.each([
    ['short', /at least 10 characters/],
    ['password123', /too easy to guess: .*leaked|commonly used/],
    ['1234567890', /too easy to guess/],
    ['aaaaaaaaaaaaaaaaaaaa', /too easy to guess: repeated/],
    ['qwertyuiop', /too easy to guess/],
    ['Priya.Menon', /too easy to guess/],
    ['priyamenon1', /too easy to guess/],
    ['nairinsurance', /too easy to guess/],
    ['insurance1', /too easy to guess/],
  ])('is "%s"', async (password, reason) => {
    const { fault } = await judgePassword(password, words);
    expect(fault).toMatch(reason);
  });

  it('is one of those that leaked most often, however it is written', async () => {
    expect((await judgePassword('PassWord123', [])).fault).toMatch(/leaked/);
  });
});

describe('judging a password', () => {
  it('scores what is too short low, so that no meter praises it', async () => {
    expect((await judgePassword('vK3$pz!qT', [])).score).toBeLessThanOrEqual(1);
  });

  it('looks at the beginning only of a very long one', async () => {
    expect((await judgePassword('x7'.repeat(500), [])).fault).toMatch(/too easy to guess/);
    expect((await judgePassword('x'.repeat(1001), [])).fault).toMatch(/at most 1000/);
  });
});
