import { describe, expect, it } from 'vitest';
import { keepRunning, type Part } from './part.js';

/** A part whose lives are ended by the test; `failures` of its starts fail, after the first. */
function mortal({ failures = 0 } = {}) {
  const ends: ((reason: string) => void)[] = [];
  let failing = failures;
  let stops = 0;
  const part: Part<{ address: string }> = {
    name: 'the mortal',
    start: async () => {
      if (ends.length > 0 && failing > 0) {
        failing -= 1;
        throw new Error('no luck');
      }
      const ended = new Promise<string>((resolve) => ends.push(resolve));
      const end = ends.at(-1);
      return {
        facts: { address: 'here' },
        ended,
        stop: async () => {
          stops += 1;
          end?.('stopped');
        },
      };
    },
  };
  return {
    part,
    lives: () => ends.length,
    end: (reason: string) => ends.at(-1)?.(reason),
    stops: () => stops,
  };
}

/** Collects what is said, and lets a test wait for it. */
function listener() {
  const said: string[] = [];
  const waiting: { form: RegExp; resolve: () => void }[] = [];
  return {
    said,
    say: (line: string) => {
      said.push(line);
      for (const { form, resolve } of waiting) if (form.test(line)) resolve();
    },
    heard: (form: RegExp) => new Promise<void>((resolve) => waiting.push({ form, resolve })),
  };
}

describe('a part that is kept running', () => {
  it('starts again after it has ended, and says why', async () => {
    const { part, lives, end } = mortal();
    const { say, said, heard } = listener();
    const running = await keepRunning(part, say);
    const again = heard(/is running again/);
    end('SIGKILL');
    await again;
    expect(lives()).toBe(2);
    expect(said[0]).toBe('The mortal has ended (SIGKILL). Starting it again in 0.2 s.');
    await running.stop();
  });

  it('is tried again when it does not start, after a longer pause', async () => {
    const { part, end } = mortal({ failures: 1 });
    const { say, said, heard } = listener();
    const running = await keepRunning(part, say);
    const again = heard(/is running again/);
    end('code 1');
    await again;
    expect(said).toContain('no luck');
    expect(said).toContain('The mortal has ended (it did not start). Starting it again in 0.4 s.');
    await running.stop();
  });

  it('throws when it does not come up the first time', async () => {
    const part: Part<unknown> = {
      name: 'the stillborn',
      start: () => Promise.reject(new Error('no port')),
    };
    await expect(keepRunning(part, () => {})).rejects.toThrow('no port');
  });

  it('stays stopped', async () => {
    const { part, lives, stops } = mortal();
    const { say, said } = listener();
    const running = await keepRunning(part, say);
    await running.stop();
    expect(stops()).toBeGreaterThan(0);
    expect(lives()).toBe(1);
    expect(said).toEqual([]);
  });

  it('can be stopped while it waits to start again', async () => {
    const { part, lives, end } = mortal();
    const { say, heard } = listener();
    const running = await keepRunning(part, say);
    const waiting = heard(/Starting it again/);
    end('SIGKILL');
    await waiting;
    await running.stop();
    expect(lives()).toBe(1);
  });
});
