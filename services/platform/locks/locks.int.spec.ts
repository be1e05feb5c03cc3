import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool, query } from '../postgres/postgres.js';
import { type Locks, type LocksInput, openLocks } from './locks.js';

const logger = createLogger('silent');
let database: TestDatabase;
let pool: Pool;
let opened: Locks[] = [];
/** Two processes on one database. */
let here: Locks;
let there: Locks;

const open = (more: Partial<LocksInput> = {}): Locks => {
  const locks = openLocks({ databaseUrl: database.url, logger, ...more });
  opened.push(locks);
  return locks;
};

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 4, logger });
  await query(pool, 'CREATE TABLE counter (name text PRIMARY KEY, value integer NOT NULL)');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(() => {
  [here, there] = [open(), open()];
});
afterEach(async () => {
  for (const locks of opened) await locks.close();
  opened = [];
});

const signal = (): [Promise<void>, () => void] => {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
};

/** Work that lasts until it is ended. */
const lasting = () => {
  const [began, begin] = signal();
  const [mayEnd, end] = signal();
  const work = async () => {
    begin();
    await mayEnd;
  };
  return { work, began, end };
};

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await yieldToOthers();
};

const heldNow = async (): Promise<number> => {
  const [row] = await query<{ held: number }>(
    pool,
    `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return row?.held ?? 0;
};

const sessionsNow = (): Promise<{ pid: number }[]> =>
  query(
    pool,
    `SELECT pid FROM pg_stat_activity
     WHERE application_name = 'locks' AND datname = current_database()`,
  );

const killSessions = async (): Promise<void> => {
  for (const { pid } of await sessionsNow()) {
    await query(pool, 'SELECT pg_terminate_backend($1)', [pid]);
  }
};

const read = async (name: string): Promise<number> => {
  const sql = 'SELECT value FROM counter WHERE name = $1';
  return (await query<{ value: number }>(pool, sql, [name]))[0]?.value ?? 0;
};

/** Reads, and then writes what it makes of that: lost when somebody else does so in between. */
const countUp = async (name: string): Promise<void> => {
  const value = (await read(name)) + 1;
  await query(
    pool,
    `INSERT INTO counter VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2`,
    [name, value],
  );
};

describe('a lock', () => {
  it('is had by one at a time, whichever process wants it', async () => {
    const counted = Array.from({ length: 200 }, (_, i) =>
      (i % 2 === 0 ? here : there).withLock('race', () => countUp('race')),
    );
    await Promise.all(counted);
    expect(await read('race')).toBe(200);
  });

  it('keeps another process waiting until the work is done, also when it fails', async () => {
    const first = lasting();
    const failing = here.withLock('fails', async () => {
      await first.work();
      throw new Error('changed my mind');
    });
    await first.began;
    const seen: string[] = [];
    const second = there.withLock('fails', async () => seen.push('second'));
    const other = there.withLock('another name', async () => seen.push('other'));
    await other;
    expect(seen).toEqual(['other']);
    first.end();
    await expect(failing).rejects.toThrow('changed my mind');
    await second;
    expect(seen).toEqual(['other', 'second']);
  });

  it('is had in the order of asking within a process', async () => {
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        here.withLock('order', async () => {
          seen.push(i);
          await countUp('order');
        }),
      ),
    );
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('is had by another process, too, while one wants it all the time', async () => {
    let isDone = false;
    let hadHere = 0;
    const always = async (): Promise<void> => {
      while (!isDone) {
        await here.withLock('streak', async () => {
          hadHere += 1;
          await query(pool, 'SELECT pg_sleep(0.02)');
        });
      }
    };
    const streak = Promise.all([always(), always(), always()]);
    await until(async () => hadHere > 10);
    const impatient = open({ longestWaitMs: 30_000 });
    try {
      for (let times = 0; times < 3; times += 1) {
        const before = hadHere;
        await impatient.withLock('streak', async () => undefined);
        await until(async () => hadHere > before);
      }
    } finally {
      isDone = true;
      await streak;
    }
  });

  it('is free in Postgres when the work is done', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => here.withLock(name, async () => undefined)));
    await until(async () => (await heldNow()) === 0);
  });
});

describe('locks within locks', () => {
  it('need one connection for each process, however many they are', async () => {
    const many = Array.from({ length: 100 }, (_, i) =>
      (i % 2 === 0 ? here : there).withLock(`outer ${i % 40}`, () =>
        here.withLock(`inner ${i % 10}`, () => countUp('nested')).then(() => i),
      ),
    );
    expect(await Promise.all(many)).toHaveLength(100);
    expect(await sessionsNow()).toHaveLength(2);
  });

  it('do not wait for themselves when Postgres takes two names for one', async () => {
    const [first, second] = await namesOfOneHash();
    const inner = lasting();
    const nested = here.withLock(first, () => here.withLock(second, inner.work));
    await inner.began;
    const impatient = open({ longestWaitMs: 100 });
    await expect(impatient.withLock(first, async () => 'had')).rejects.toMatchObject({
      code: 'record-locked',
    });
    inner.end();
    await nested;
    expect(await there.withLock(second, () => there.withLock(first, async () => 'had'))).toBe(
      'had',
    );
  });
});

const namesOfOneHash = async (): Promise<[string, string]> => {
  const [row] = await query<{ names: string[] }>(
    pool,
    `SELECT array_agg('customer-' || i) AS names FROM generate_series(1, 400000) i
     GROUP BY hashtext('customer-' || i) HAVING count(*) > 1 LIMIT 1`,
  );
  const [first, second] = row?.names ?? [];
  if (!first || !second) throw new Error('No two names have one hash');
  return [first, second];
};

describe('who wants a lock that does not become free', () => {
  it('is refused in time, and what they wanted to do is not done', async () => {
    const held = lasting();
    const holding = here.withLock('busy', held.work);
    await held.began;
    const impatient = open({ longestWaitMs: 100 });
    let isDone = false;
    const wanting = impatient.withLock('busy', async () => {
      isDone = true;
    });
    await expect(wanting).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'record-locked',
      message: expect.stringMatching(/try again/),
      retryAfterSeconds: 5,
    });
    expect(isDone).toBe(false);
    held.end();
    await holding;
    expect(await impatient.withLock('busy', async () => 'had')).toBe('had');
  });

  it('or of which nobody can know, as Postgres is away, is refused at once', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:9/none';
    const nowhere = open({ databaseUrl });
    await expect(nowhere.withLock('a', async () => 'had')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'unavailable',
    });
  });
});

describe('a process whose connection is lost', () => {
  it('ends its work, while others can have its locks', async () => {
    const held = lasting();
    const holding = here.withLock('lost', held.work).then(() => 'done');
    await held.began;
    await killSessions();
    expect(await there.withLock('lost', async () => 'had')).toBe('had');
    held.end();
    expect(await holding).toBe('done');
  });

  it('gets locks over a new one, which hold again', async () => {
    await here.withLock('again', async () => undefined);
    await killSessions();
    const held = lasting();
    const holding = here.withLock('again', held.work);
    await held.began;
    const impatient = open({ longestWaitMs: 100 });
    await expect(impatient.withLock('again', async () => 'had')).rejects.toMatchObject({
      code: 'record-locked',
    });
    held.end();
    await holding;
  });

  it('loses no work of those who want locks meanwhile', async () => {
    let isOver = false;
    const killing = (async () => {
      for (let times = 0; times < 20; times += 1) {
        await until(async () => (await sessionsNow()).length > 0 || isOver);
        await killSessions();
      }
    })();
    // Each has a name of its own: a lock that is lost while the work is under way protects nothing.
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        (i % 2 === 0 ? here : there).withLock(`name ${i}`, () => countUp(`name ${i}`)),
      ),
    );
    isOver = true;
    await killing;
    const counted = await query(pool, `SELECT FROM counter WHERE name LIKE 'name %' AND value = 1`);
    expect(counted).toHaveLength(300);
    await here.withLock('after', async () => undefined);
    await until(async () => (await heldNow()) === 0);
  });
});

describe('slots', () => {
  it('are as many as were said in all processes together, each name for itself', async () => {
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? here : there).takeSlot('desk', 4)),
    );
    expect(taken.filter((release) => release !== null)).toHaveLength(4);
    expect(await here.takeSlot('other desk', 1)).not.toBeNull();
    for (const release of taken) release?.();
  });

  it('are free once they are released, be it twice', async () => {
    const release = await here.takeSlot('chair', 1);
    expect(await there.takeSlot('chair', 1)).toBeNull();
    release?.();
    release?.();
    await until(async () => (await heldNow()) === 0);
    expect(await there.takeSlot('chair', 1)).not.toBeNull();
    expect(await here.takeSlot('chair', 1)).toBeNull();
  });

  it('of a process that died are free', async () => {
    expect(await here.takeSlot('bed', 1)).not.toBeNull();
    await killSessions();
    await until(async () => (await heldNow()) === 0);
    expect(await there.takeSlot('bed', 1)).not.toBeNull();
  });

  it('are refused as unavailable while Postgres is away', async () => {
    const nowhere = open({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none' });
    await expect(nowhere.takeSlot('a', 1)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('locks that are closed', () => {
  it('are free for others, have no connection, and are refused from then on', async () => {
    const held = lasting();
    const holding = here.withLock('closed', held.work);
    await held.began;
    const waiting = there.withLock('closed', async () => 'had');
    await here.close();
    expect(await waiting).toBe('had');
    await expect(here.withLock('closed too', async () => 'had')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    held.end();
    await holding;
    await there.close();
    await until(async () => (await sessionsNow()).length === 0);
  });

  it('keep nobody waiting who wanted one', async () => {
    const held = lasting();
    const holding = here.withLock('given up', held.work);
    await held.began;
    const waiting = there.withLock('given up', async () => 'had');
    const refused = expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    await there.close();
    await refused;
    held.end();
    await holding;
  });
});
