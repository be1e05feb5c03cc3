import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, figuresOf } from '../harness/figures.js';
import { fork } from '../harness/forked.js';
import { makeDataFolder } from '../harness/processes.js';
import type { Backend } from '../start/backend.js';
import type { Bench } from './part.js';

export interface ParquetTask extends Backend {
  readonly folder: string;
}

/** Of a process that does nothing else. */
export interface Exported {
  readonly rows: number;
  readonly events: number;
  readonly bytes: number;
  /** All of it, as `ops export parquet` makes it in a folder that is empty. */
  readonly millis: number;
  readonly cpuMillis: number;
  /** Of events alone. */
  readonly eventsMillis: number;
  readonly peakMebibytes: number;
  /** The longest time in which the process did nothing else. */
  readonly longestBlockMillis: number;
  /** The next one, to which nothing has come. */
  readonly againMillis: number;
}

/** All views and the whole log to Parquet files, once the lists of the app show everything. */
export async function measureParquet({ servers, client }: Bench): Promise<Figure[]> {
  await client();
  const folder = await makeDataFolder('parquet');
  const exporter = fork('bench/parquetProcess.js', { ...servers, folder: join(folder, 'files') });
  try {
    const done = await exporter.answer<Exported>();
    const { rows, events, bytes, millis, cpuMillis, eventsMillis } = done;
    const all = rows + events;
    const n = figuresOf('n');
    return [
      n('Parquet, rows of views', rows, ''),
      n('Parquet, events', events, ''),
      n('Parquet, rows and events', (all / millis) * 1000, '/s'),
      n('Parquet, rows of views alone', (rows / (millis - eventsMillis)) * 1000, '/s'),
      n('Parquet, events alone', (events / eventsMillis) * 1000, '/s'),
      n('Parquet, processor time per 1,000 rows', cpuMillis / (all / 1000), 'ms'),
      n('Parquet, size', bytes / 1024 ** 2, 'MiB'),
      n('Parquet, peak memory', done.peakMebibytes, 'MiB', { atMost: 512 }),
      n('Parquet, longest time without a pause for others', done.longestBlockMillis, 'ms'),
      n('Parquet, once more', done.againMillis, 'ms'),
    ];
  } finally {
    await exporter.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
