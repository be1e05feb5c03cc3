import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.js';

describe('turns', () => {
  it('go one after another under one name, in the order of asking, whatever fails', async () => {
    const inTurn = createTurns();
    const seen: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const all = await Promise.allSettled([
      inTurn('s', work('a', true)),
      inTurn('s', work('b')),
      inTurn('s', work('c')),
    ]);
    expect(seen).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('do not wait for other names', async () => {
    const inTurn = createTurns();
    const never = inTurn('a', () => new Promise<never>(() => {}));
    expect(await inTurn('b', async () => 'b')).toBe('b');
    void never;
  });
});
