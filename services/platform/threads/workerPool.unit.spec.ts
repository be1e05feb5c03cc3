import { afterEach, describe, expect, it } from 'vitest';
import { openWorkerPool, type WorkerPool, type WorkerPoolOptions } from './workerPool.js';

/** Does what its task says: answers, throws, dies, dies the first time, fills the memory, or never ends. */
const OBEDIENT = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ say, fail, die, dieIn, hang, fill }) => {
    if (fail) parentPort.postMessage({ error: new RangeError(fail) });
    else if (die || dieIn === threadId) process.exit(3);
    else if (hang) for (;;);
    else if (fill) for (const all = []; ; ) all.push({ one: [all.length] });
    else parentPort.postMessage({ result: { said: say, threadId } });
  });
`;

interface Task {
  say?: string;
  fail?: string;
  die?: boolean;
  dieIn?: number;
  hang?: boolean;
  fill?: boolean;
}

interface Said {
  said: string;
  threadId: number;
}

let pool: WorkerPool<Task, Said> | undefined;
afterEach(() => pool?.close());

const open = (options: Partial<WorkerPoolOptions> = {}): WorkerPool<Task, Said> => {
  pool = openWorkerPool<Task, Said>({
    file: new URL(`data:text/javascript,${encodeURIComponent(OBEDIENT)}`),
    maxThreads: 1,
    maxQueue: 10,
    timeoutMs: 60_000,
    busy: 'Too many at once.',
    ...options,
  });
  return pool;
};

describe('a pool of worker threads', () => {
  it('answers all that is asked, in as many threads as it may have', async () => {
    const { run } = open({ maxThreads: 2 });
    const asked = Array.from({ length: 10 }, (_, index) => String(index));
    const answers = await Promise.all(asked.map((say) => run({ say })));
    expect(answers.map(({ said }) => said)).toEqual(asked);
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2);
  });

  it('passes on what a thread throws, and goes on with it', async () => {
    const { run } = open();
    await expect(run({ fail: 'too far' })).rejects.toThrow('too far');
    expect((await run({ say: 'still here' })).said).toBe('still here');
  });

  it('replaces a thread that dies, and tries its task once more', async () => {
    const { run } = open();
    const { threadId } = await run({ say: 'first' });
    const again = await run({ say: 'second', dieIn: threadId });
    expect(again.said).toBe('second');
    expect(again.threadId).not.toBe(threadId);
  });

  it('gives up a task over which two threads died, and does the next', async () => {
    const { run } = open();
    const deadly = run({ die: true });
    const next = run({ say: 'next' });
    await expect(deadly).rejects.toMatchObject({ isLate: false });
    expect((await next).said).toBe('next');
  });

  it('stops a task that never ends, and does the next', async () => {
    // Long enough for the thread of the next task to start on a busy machine.
    const { run } = open({ timeoutMs: 2_000 });
    const endless = run({ hang: true });
    const next = run({ say: 'next' });
    await expect(endless).rejects.toMatchObject({ isLate: true });
    expect((await next).said).toBe('next');
  });

  it('refuses what would wait behind too many', async () => {
    const { run } = open({ maxQueue: 1 });
    const first = run({ say: 'first' });
    const second = run({ say: 'second' });
    await expect(run({ say: 'third' })).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await Promise.all([first, second])).map(({ said }) => said)).toEqual([
      'first',
      'second',
    ]);
  });

  describe('for tasks that nobody can vouch for', () => {
    it('gives each a thread of its own', async () => {
      const { run } = open({ alone: { heapMb: 64 } });
      const first = await run({ say: 'first' });
      const second = await run({ say: 'second' });
      expect([first.said, second.said]).toEqual(['first', 'second']);
      expect(second.threadId).not.toBe(first.threadId);
    });

    it('tries none again over which its thread died, and does the next', async () => {
      const { run } = open({ alone: { heapMb: 64 } });
      await expect(run({ die: true })).rejects.toMatchObject({ isLate: false });
      expect((await run({ say: 'next' })).said).toBe('next');
    });

    it('ends one that takes more memory than it may', async () => {
      const { run } = open({ alone: { heapMb: 32 } });
      await expect(run({ fill: true })).rejects.toMatchObject({ isLate: false });
      expect((await run({ say: 'next' })).said).toBe('next');
    });
  });

  it('lets go of everybody when it is closed', async () => {
    const { run, close } = open();
    const all = [run({ hang: true }), run({ say: 'waits' })].map((asked) =>
      asked.catch((error: Error) => error.message),
    );
    await close();
    expect(await Promise.all(all)).toEqual(Array(2).fill('The worker threads were closed.'));
    await expect(run({ say: 'late' })).rejects.toThrow('closed');
  });
});
