import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { EventLog } from '../../eventLog/eventLog.js';
import type { Logger } from '../../logger.js';
import { pause } from '../../pauses.js';
import type { Connect } from '../../postgres/session.js';
import { noMetrics } from '../../telemetry/metrics.js';
import { ensureReadSchema, markComplete, readCheckpoint } from '../checkpoint.js';
import { differingSummaries } from '../differingSummaries.js';
import { createFold, type ProjectionParts } from '../projection.js';
import { connectProjector } from '../projectorSession.js';
import { createRunner, type Runner } from '../runner.js';
import { type ReadSchema, readSchemaOf } from '../schema.js';
import { watchServedPosition } from '../servedPosition.js';
import { groupsOf, startSummaries } from '../summaries.js';

export interface ProjectTwiceParts extends ProjectionParts {
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  readonly logger: Logger;
}

/** The rows of every table and every summary, in the order of their keys. */
export type ProjectedRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

export interface ProjectTwiceOptions {
  readonly maxBatch: number;
  /**
   * As on a system at work: the summaries change with every batch, instead of being filled at the
   * end.
   */
  readonly isComplete?: boolean;
  readonly connect?: Connect;
  readonly timeoutMs?: number;
}

/**
 * Projects what is in the log into a schema of its own, and drops that again.
 * @throws when it has not reached the head of the log in time, or a summary does not equal its
 * list.
 */
export async function projectOnce(
  parts: ProjectTwiceParts,
  options: ProjectTwiceOptions,
): Promise<ProjectedRows> {
  const { databaseUrl, eventLog, logger, projectors } = parts;
  const { maxBatch, connect = connectProjector(databaseUrl), timeoutMs = 300_000 } = options;
  const schema = readSchemaOf(projectors);
  const name = `test_${randomBytes(5).toString('hex')}`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // Who drops the database next may end a connection that is about to close.
  pool.on('error', () => undefined);
  const served = watchServedPosition({
    schema: name,
    connect: connectProjector(databaseUrl),
    pool,
    logger,
  });
  const runner = createRunner({
    schema,
    name,
    connect,
    eventLog,
    fold: createFold(parts, schema),
    maxBatch,
    logger,
    hooks: {},
    metrics: noMetrics,
    liftIds: async () => undefined,
  });
  try {
    if (options.isComplete) await startComplete(databaseUrl, name, schema);
    runner.start();
    const head = await eventLog.head();
    const late = AbortSignal.timeout(timeoutMs);
    if (head && !(await served.waitFor(head, timeoutMs))) throw notInTime(runner);
    while (!(await readCheckpoint(pool, name))?.complete) {
      if (late.aborted) throw notInTime(runner);
      await pause(5, late);
    }
    return await rowsOf(pool, name, schema);
  } finally {
    await runner.stop();
    await served.stop();
    await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await pool.end();
  }
}

const notInTime = (runner: Runner) =>
  new Error(`Not projected in time: ${runner.view().reason ?? runner.view().state}`);

async function startComplete(databaseUrl: string, name: string, schema: ReadSchema): Promise<void> {
  const session = await connectProjector(databaseUrl)('fixture');
  try {
    await ensureReadSchema(session, name, schema);
    await startSummaries(session, name, schema.tables.values());
    await markComplete(session, name);
  } finally {
    await session.end();
  }
}

async function rowsOf(pool: pg.Pool, name: string, schema: ReadSchema): Promise<ProjectedRows> {
  const tables = [...schema.tables.values()];
  const differing = await differingSummaries(pool, name, tables);
  if (differing.length > 0) throw new Error(`Not equal to their lists: ${differing.join(', ')}`);
  const orders = tables.flatMap(({ name, key, summaries = [] }) => [
    [name, key],
    ...summaries.map((summary) => [summary.name, [...groupsOf(summary), 'count'].join(', ')]),
  ]);
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const [table = '', order] of orders) {
    rows[table] = (await pool.query(`SELECT * FROM ${name}.${table} ORDER BY ${order}`)).rows;
  }
  return rows;
}

/**
 * What every projector must withstand: the log projected event by event on a system at work, and
 * again from nothing in large batches with each batch delivered twice. Both must come to the same
 * rows and summaries, and every summary to what its table holds.
 */
export async function projectTwice(
  parts: ProjectTwiceParts,
): Promise<{ once: ProjectedRows; twice: ProjectedRows }> {
  const once = await projectOnce(parts, { maxBatch: 1, isComplete: true });
  const repeating = { ...parts, eventLog: deliveringTwice(parts.eventLog) };
  return { once, twice: await projectOnce(repeating, { maxBatch: 500 }) };
}

const deliveringTwice = (eventLog: EventLog): EventLog => ({
  ...eventLog,
  async *subscribe(options) {
    for await (const batch of eventLog.subscribe(options)) {
      yield batch;
      yield batch;
    }
  },
});
