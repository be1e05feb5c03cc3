import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../errors.js';
import { createLogger } from '../logger.js';
import { openPostgres } from '../postgres/postgres.js';
import { type HandTimer, handTimer } from './handTimer.spec.js';
import type { Job } from './job.js';
import { createScheduler, type Scheduler } from './scheduler.js';

let database: TestDatabase;
let time: Date;
let lines: string[];
let opened: Scheduler[];

beforeEach(async () => {
  database = await makeTestDatabase();
  time = new Date('2026-03-31T06:00:00Z');
  lines = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((scheduler) => scheduler.stop()));
  await database.drop();
});

const open = (timer: HandTimer, jobs: readonly Job[], databaseUrl = database.url): Scheduler => {
  const scheduler = createScheduler({
    ...{ databaseUrl, jobs, pause: timer.pause, clock: { now: () => time } },
    logger: createLogger('info', {}, { write: (line) => lines.push(line) }),
  });
  opened.push(scheduler);
  return scheduler;
};

/** A job that records for which days it was run. */
const noting = (days: string[], every: Job['every'] = 'day'): Job => ({
  name: 'record-the-day',
  every,
  run: async (today) => {
    days.push(today);
  },
});

/** A job that works until its door is opened. */
function slowJob() {
  const begun: AbortSignal[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let begin: (signal: AbortSignal) => void = () => {};
  const began = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  const job: Job = {
    name: 'slow',
    every: 'day',
    async run(_, signal) {
      begun.push(signal);
      begin(signal);
      await opened;
    },
  };
  return { job, began, begun, open };
}

describe('a daily job', () => {
  it('runs at start, and once soon after each midnight in Kolkata', async () => {
    const [timer, days] = [handTimer(), [] as string[]];
    const scheduler = open(timer, [noting(days)]);
    scheduler.start();
    const at = async (instant: string): Promise<string[]> => {
      const rest = await timer.next();
      time = new Date(instant);
      rest.over();
      const after = await timer.next();
      after.over();
      return [...days];
    };
    expect(await at('2026-03-31T18:29:59.999Z')).toEqual(['2026-03-31']);
    expect(await at('2026-03-31T18:30:00Z')).toEqual(['2026-03-31', '2026-04-01']);
    expect(await at('2026-04-01T00:00:00Z')).toHaveLength(2);
    expect(await at('2026-04-01T18:29:00Z')).toHaveLength(2);
    // A machine that slept for days.
    expect(await at('2026-04-09T09:00:00Z')).toEqual(['2026-03-31', '2026-04-01', '2026-04-09']);
    expect(scheduler.status()).toMatchObject({
      state: 'active',
      jobs: [{ runs: 3, failures: 0, lastRun: { at: time, today: '2026-04-09' } }],
    });
  });

  it('runs for the day that the clock says, also when that is put back', async () => {
    const [timer, days] = [handTimer(), [] as string[]];
    open(timer, [noting(days)]).start();
    const [first, later] = ['2026-03-31T12:00:00Z', '2026-05-02T12:00:00Z'];
    for (const instant of [later, first, first, later]) {
      const rest = await timer.next();
      time = new Date(instant);
      rest.over();
    }
    await timer.next();
    expect(days).toEqual(['2026-03-31', '2026-05-02', '2026-03-31', '2026-05-02']);
  });

  it('that rests runs only once jobs have been run for so long, also when midnight passes', async () => {
    const [timer, days] = [handTimer(), [] as string[]];
    time = new Date('2026-03-31T18:00:00Z');
    open(timer, [{ ...noting(days), restsMs: 60 * 60_000 }]).start();
    for (const instant of ['18:29:59Z', '18:30:01Z', '18:59:59Z', '19:00:00Z']) {
      const rest = await timer.next();
      expect(days).toEqual([]);
      time = new Date(`2026-03-31T${instant}`);
      rest.over();
    }
    await timer.next();
    expect(days).toEqual(['2026-04-01']);
  });

  it('runs again when midnight passed while it was at work', async () => {
    const [timer, days] = [handTimer(), [] as string[]];
    const lasting: Job = {
      ...noting(days),
      async run(today) {
        days.push(today);
        time = new Date('2026-03-31T18:30:01Z');
      },
    };
    open(timer, [lasting]).start();
    await timer.next();
    expect(days).toEqual(['2026-03-31', '2026-04-01']);
  });

  it('is tried again after growing pauses when it fails, without a word of what it choked on', async () => {
    const [timer, days] = [handTimer(), [] as string[]];
    const failing: Job = {
      ...noting(days),
      async run(today) {
        if (days.push(today) < 4) throw new Error('Asha Menon has no policy');
      },
    };
    const scheduler = open(timer, [failing]);
    scheduler.start();
    const pauses: number[] = [];
    for (let failures = 1; failures <= 3; failures += 1) {
      const rest = await timer.next();
      expect(scheduler.status().jobs).toMatchObject([
        { failures, failuresInARow: failures, lastRun: null, isRunning: false },
      ]);
      pauses.push(rest.milliseconds);
      rest.over();
    }
    await timer.next();
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThanOrEqual(500);
    expect(pauses[2]).toBeGreaterThanOrEqual(2_000);
    const [status] = scheduler.status().jobs;
    expect(status).toMatchObject({ runs: 1, failures: 3, failuresInARow: 0 });
    expect(status?.lastFailure).toMatchObject({ reason: expect.stringContaining('spec.ts') });
    expect(JSON.stringify(status) + lines.join()).not.toContain('Asha');
    expect(lines.filter((line) => line.includes('A job failed'))).toHaveLength(3);
  });

  it('is a warning, once, while a server is away; what it cannot do is an error', async () => {
    const timer = handTimer();
    const away = unavailable('The event store');
    const failures = [away, away, new Error('A defect'), away];
    const failing: Job = {
      ...noting([]),
      async run() {
        const failure = failures.shift();
        if (failure) throw failure;
      },
    };
    const scheduler = open(timer, [failing]);
    scheduler.start();
    for (let failed = 1; failed <= 4; failed += 1) (await timer.next()).over();
    await timer.next();
    expect(scheduler.status().jobs).toMatchObject([{ runs: 1, failures: 4 }]);
    const failed = lines.map((line) => JSON.parse(line)).filter(({ job }) => job !== undefined);
    expect(failed.map(({ level }) => level)).toEqual(['warn', 'error', 'warn']);
  });

  it('does not hinder another one', async () => {
    const [timer, days, slow] = [handTimer(), [] as string[], slowJob()];
    open(timer, [slow.job, noting(days)]).start();
    await timer.next();
    expect(days).toEqual(['2026-03-31']);
    slow.open();
  });
});

it('a job of every minute runs at start and once in each minute', async () => {
  const [timer, days] = [handTimer(), [] as string[]];
  open(timer, [noting(days, 'minute')]).start();
  const counts: number[] = [];
  for (let quarter = 0; quarter < 8; quarter += 1) {
    const rest = await timer.next();
    counts.push(days.length);
    time = new Date(time.getTime() + rest.milliseconds);
    rest.over();
  }
  expect(counts).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
});

describe('two processes', () => {
  it('share the work: one runs the jobs, the other stands by and takes over', async () => {
    const [timers, days] = [[handTimer(), handTimer()] as const, [[], []] as [string[], string[]]];
    const first = open(timers[0], [noting(days[0])]);
    const second = open(timers[1], [noting(days[1])]);
    first.start();
    await timers[0].next();
    second.start();
    const waits = await timers[1].next();
    expect([first.status().state, second.status().state]).toEqual(['active', 'standby']);
    expect(days).toEqual([['2026-03-31'], []]);
    await first.stop();
    expect(first.status()).toMatchObject({ state: 'waiting', reason: 'not started' });
    waits.over();
    await timers[1].next();
    expect(second.status().state).toBe('active');
    expect(days).toEqual([['2026-03-31'], ['2026-03-31']]);
  });
});

describe('stopping', () => {
  it('asks a job that is under way to end, and waits for it', async () => {
    const [timer, slow] = [handTimer(), slowJob()];
    const scheduler = open(timer, [slow.job]);
    scheduler.start();
    const signal = await slow.began;
    expect(signal.aborted).toBe(false);
    let isStopped = false;
    const stopping = scheduler.stop().then(() => {
      isStopped = true;
    });
    expect(signal.aborted).toBe(true);
    expect(scheduler.status().jobs).toMatchObject([{ isRunning: true }]);
    expect(isStopped).toBe(false);
    slow.open();
    await stopping;
    // It may have ended half way, so it does not count as done.
    expect(scheduler.status().jobs).toMatchObject([{ isRunning: false, runs: 0, failures: 0 }]);
    expect(slow.begun).toHaveLength(1);
  });
});

describe('Postgres', () => {
  it('is waited for', async () => {
    const timer = handTimer();
    const scheduler = open(timer, [noting([])], 'postgres://nobody@127.0.0.1:1/nothing');
    scheduler.start();
    await timer.next();
    expect(scheduler.status()).toMatchObject({
      state: 'waiting',
      reason: 'Postgres cannot be reached (ECONNREFUSED)',
    });
  });

  it('ends what is under way when it ends the connection that holds the lock', async () => {
    const timer = handTimer();
    const days: string[] = [];
    let began = () => {};
    const isAtWork = new Promise<void>((resolve) => {
      began = resolve;
    });
    const waiting: Job = {
      ...noting(days),
      run: (today, signal) =>
        new Promise((resolve) => {
          if (days.push(today) > 1) return resolve();
          signal.addEventListener('abort', () => resolve());
          began();
        }),
    };
    const scheduler = open(timer, [waiting]);
    scheduler.start();
    await isAtWork;
    const pool = openPostgres(database.url, { max: 1, logger: createLogger('silent') });
    await pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'scheduler'`,
    );
    await pool.end();
    const rest = await timer.next();
    expect(scheduler.status().state).toBe('waiting');
    rest.over();
    await timer.next();
    expect(scheduler.status()).toMatchObject({ state: 'active', jobs: [{ runs: 1 }] });
    expect(days).toHaveLength(2);
  });
});
