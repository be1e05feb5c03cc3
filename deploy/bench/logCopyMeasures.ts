import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { backUp } from '../backup/backUp.js';
import { restore } from '../backup/restore.js';
import { type Figure, figuresOf, processorFigures, timed } from '../harness/figures.js';
import { fork } from '../harness/forked.js';
import { makeDataFolder, withProcessorTimes } from '../harness/processes.js';
import { keepLooking } from '../harness/waiting.js';
import { copyLog, POSTGRES } from '../ops/copyLog.js';
import { parseSettings } from '../settings.js';
import type { Bench } from './part.js';

/** 7,000,000 events in ten minutes. */
const EVENTS_A_SECOND = { atLeast: 12_000 };
const LOOK_MS = 200;
const MiB = 1024 * 1024;

/**
 * The whole log by `ops backup`, `ops restore` and `ops copy-log`, with all that these check: onto
 * data folders of their own, which start their own Postgres. An EventStoreDB is that of the tests, in
 * a process of its own: its own work costs less than a real one's, which writes to a disk.
 */
export async function measureLogCopies(bench: Bench): Promise<Figure[]> {
  const folder = await makeDataFolder('log-copies');
  const store = fork('bench/testing/eventStoreProcess.js', {});
  const { signal: ended } = new AbortController();
  const how = { remark: () => undefined, say: () => undefined, ended };
  const logger = createLogger('warn');
  const figures: Figure[] = [];
  const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const held: number[] = [];
    const looking = keepLooking(LOOK_MS, async () => void held.push(process.memoryUsage.rss()));
    const { result, used } = await withProcessorTimes(() => timed(work));
    await looking.stop();
    const most = (of: readonly number[]) => of.reduce((most, one) => Math.max(most, one), 0) / MiB;
    const half = Math.floor(held.length / 2);
    // The Postgres of a data folder has ended with the command, and is not counted.
    const counted = new Map([...used].filter(([kind]) => kind !== 'Postgres'));
    const t = figuresOf('t');
    bench.say(`  ${what}: ${Math.round(result.millis)} ms`);
    figures.push(
      t(`${what}, events`, (events / result.millis) * 1000, '/s', EVENTS_A_SECOND),
      ...processorFigures(t, `${what}, processor time per event`, counted, {
        ...{ count: events, unit: 'µs' },
      }),
      t(`${what}, memory at most in the first half`, most(held.slice(0, half)), 'MiB'),
      t(`${what}, memory at most in the second half`, most(held.slice(half)), 'MiB'),
    );
  };
  const { rows } = await bench.services.platform.pool.query('SELECT count(*) FROM log.events');
  const events = Number(rows[0].count);
  try {
    const { url } = await store.answer<{ url: string }>();
    const backup = join(folder, 'backup');
    const [there, elsewhere] = ['there', 'elsewhere'].map((name) => join(folder, name));
    const onTable = parseSettings({ DATA_DIR: there });
    const onStore = parseSettings({ DATA_DIR: elsewhere, EVENTSTORE_URL: url });
    await measure('backup', () => backUp({ ...how, settings: bench.settings, folder: backup }));
    await measure('restore', () => restore({ ...how, settings: onTable, folder: backup }));
    await measure('copy from Postgres to an EventStoreDB', () =>
      copyLog({ ...how, settings: onTable, target: url, logger }),
    );
    await restore({ ...how, settings: onStore, folder: backup });
    await measure('copy from an EventStoreDB to Postgres', () =>
      copyLog({ ...how, settings: onStore, target: POSTGRES, logger }),
    );
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}
