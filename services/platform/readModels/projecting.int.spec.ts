import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../errors.js';
import type { EventLog } from '../eventLog/eventLog.js';
import type { Connect } from '../postgres/session.js';
import type { RunTogether } from '../postgres/together.js';
import { connectProjector } from './projectorSession.js';
import {
  AgencyClosed,
  type AgencyEvent,
  AgencyMoved,
  AgencyOpened,
  openAgencyFixture,
  PremiumCollected,
  record,
} from './testing/agencies.js';
import { type ProjectedRows, projectOnce, projectTwice } from './testing/projectTwice.js';

const whole = isExhaustive(import.meta.url);

const world = testFixture(openAgencyFixture);
let expected: ProjectedRows;

const story: AgencyEvent[] = [
  AgencyOpened({ agencyId: 1, city: 'Kochi', personal: { owner: 'Asha "Menon" \\ {1}' } }),
  AgencyOpened({ agencyId: 2, city: 'NULL', personal: { owner: 'കേരളം, Ravi' } }),
  PremiumCollected({ agencyId: 1, day: '2026-04-01', paise: 1_250_050 }),
  AgencyMoved({ agencyId: 2, city: 'Pune' }),
  PremiumCollected({ agencyId: 2, day: '2026-04-01', paise: 300_000 }),
  PremiumCollected({ agencyId: 1, day: '2026-04-02', paise: -50 }),
  AgencyOpened({ agencyId: 3, city: 'Delhi', personal: { owner: 'Meera' } }),
  AgencyMoved({ agencyId: 3, city: 'Agra' }),
  AgencyClosed({ agencyId: 2 }),
  PremiumCollected({ agencyId: 2, day: '2026-04-03', paise: 7 }),
  AgencyMoved({ agencyId: 1, city: 'Thrissur' }),
  // A row is put that is there, also in a batch of its own.
  AgencyOpened({ agencyId: 3, city: 'Delhi', personal: { owner: 'Meera' } }),
  AgencyMoved({ agencyId: 3, city: 'Agra' }),
];

beforeAll(async () => {
  for (const event of story) await record(world, event);
  expected = await projectOnce(world, { maxBatch: 4 });
});

describe('projecting', () => {
  it('turns events into rows', () => {
    expect(expected.agencies).toEqual([
      expect.objectContaining({
        id: 1,
        city: 'Thrissur',
        owner: 'Asha "Menon" \\ {1}',
        opened_at: new Date('2026-04-01T04:30:00Z'),
        collected: '1250000',
        traits: { said: '"Kochi", \\ and {more}' },
        search_text: 'asha "menon" \\ {1} thrissur',
      }),
      expect.objectContaining({ id: 3, city: 'Agra', owner: 'Meera', collected: '0' }),
    ]);
    expect(expected.collections).toEqual([
      { day: '2026-04-01', receipts: 2, paise: '1550050' },
      { day: '2026-04-02', receipts: 1, paise: '-50' },
      { day: '2026-04-03', receipts: 1, paise: '7' },
    ]);
  });

  it('keeps totals that equal their lists', () => {
    expect(expected.agencies_per_city).toEqual([
      { city: 'Agra', count: '1', collected: '0' },
      { city: 'Thrissur', count: '1', collected: '1250000' },
    ]);
    expect(expected.agencies_that_collect).toMatchObject([{ count: '1', collected: '1250000' }]);
  });

  it('comes to the same rows event by event and in batches that are delivered twice', async () => {
    const { once, twice } = await projectTwice(world);
    expect(once).toEqual(expected);
    expect(twice).toEqual(expected);
  });
});

/** Ends the connection it is run on, before it is answered. */
const END = { text: 'SELECT pg_terminate_backend(pg_backend_pid(), 5000)', values: [] };

/**
 * Ends the connection at its n-th statement, just before it or just after, once. Of statements that
 * are sent together each counts, and the end of their transaction.
 */
function crashingConnect(databaseUrl: string, at: number, when: 'before' | 'after') {
  let statements = 0;
  const connect: Connect = async (applicationName) => {
    const session = await connectProjector(databaseUrl)(applicationName);
    const { client } = session;
    const run = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const kill = async () => {
      const pid = (client as unknown as { processID: number }).processID;
      await world.pool.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
    };
    const ended = async (): Promise<never> => {
      await kill();
      throw new Error('Connection terminated unexpectedly');
    };
    const query = (...given: unknown[]): unknown => {
      // Sent together, or copied.
      if (typeof given[0] === 'object' && given[0] && 'submit' in given[0]) return run(...given);
      statements += 1;
      if (statements !== at) return run(...given);
      return when === 'before' ? kill().then(() => run(...given)) : run(...given).then(ended);
    };
    const runTogether: RunTogether = async (given) => {
      const place = at - statements;
      statements += given.length + 1;
      const isEnd = place === given.length + 1;
      if (place < 1 || place > given.length + 1) return session.runTogether(given);
      if (isEnd && when === 'after') return session.runTogether(given).then(ended);
      const index = when === 'before' ? place - 1 : place;
      return session.runTogether([...given.slice(0, index), END, ...given.slice(index)]);
    };
    Object.assign(client, { query });
    return { ...session, runTogether };
  };
  return { connect, crashed: () => statements >= at };
}

/** Loses the connection when the n-th batch is asked for, once. */
function crashingLog(eventLog: EventLog, at: number): EventLog {
  let batches = 0;
  return {
    ...eventLog,
    async *subscribe(options) {
      for await (const batch of eventLog.subscribe(options)) {
        batches += 1;
        if (batches === at) throw unavailable('The event store');
        yield batch;
      }
    },
  };
}

/** Crashes that are lived through side by side, each in a schema of its own. */
const AT_ONCE = 6;

describe('a crash', () => {
  const crashes = [
    ['after', 'of a system at work', true],
    ['before', 'of a system at work', true],
    ['before', 'of a build', false],
    ['after', 'of a build', false],
  ] as const;
  it.each(whole ? crashes : crashes.slice(0, 1))(
    'just %s any statement %s loses nothing and doubles nothing',
    async (when, _, isComplete) => {
      const crashAt = async (point: number): Promise<boolean> => {
        const { connect, crashed } = crashingConnect(world.databaseUrl, point, when);
        const rows = await projectOnce(world, { maxBatch: 6, connect, isComplete });
        expect(rows, `crash ${when} statement ${point}`).toEqual(expected);
        return crashed();
      };
      let crashes = 0;
      for (let asked = 0; crashes === asked; asked += AT_ONCE) {
        const points = Array.from({ length: AT_ONCE }, (_, index) => asked + 1 + index);
        const outcomes = await Promise.all(points.map(crashAt));
        crashes += outcomes.filter(Boolean).length;
      }
      // Lock and two batches of some four statements each; a build has schema and indexes besides.
      expect(crashes).toBeGreaterThan(isComplete ? 10 : 30);
    },
    120_000,
  );

  it('of the log before any batch loses nothing and doubles nothing', async () => {
    for (const at of [1, 2, 3]) {
      const eventLog = crashingLog(world.eventLog, at);
      expect(await projectOnce({ ...world, eventLog }, { maxBatch: 4 })).toEqual(expected);
    }
  });
});
