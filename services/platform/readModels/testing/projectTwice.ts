import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { EventLog } from '../../eventLog/eventLog.js';
import type { Logger } from '../../logger.js';
import { createFold, type ProjectionParts } from '../projection.js';
import { createRunner } from '../runner.js';
import { readSchemaOf } from '../schema.js';
import { watchServedPosition } from '../servedPosition.js';
import { type Connect, connectTo } from '../session.js';

export interface TrialParts extends ProjectionParts {
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  readonly logger: Logger;
}

/** Every table's rows, in the order of their keys. */
export type ProjectedRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

export interface TrialOptions {
  readonly maxBatch: number;
  readonly connect?: Connect;
  readonly timeoutMs?: number;
}

/**
 * Projects what is in the log into a schema of its own, and drops that again.
 * @throws when it has not reached the head of the log in time.
 */
export async function projectOnce(
  parts: TrialParts,
  { maxBatch, connect = connectTo(parts.databaseUrl), timeoutMs = 20_000 }: TrialOptions,
): Promise<ProjectedRows> {
  const { databaseUrl, eventLog, logger, projectors } = parts;
  const schema = readSchemaOf(projectors);
  const name = `trial_${randomBytes(5).toString('hex')}`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const served = watchServedPosition({
    schema: name,
    connect: connectTo(databaseUrl),
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
    liftIds: async () => undefined,
  });
  try {
    runner.start();
    const head = await eventLog.head();
    if (head && !(await served.waitFor(head, timeoutMs))) {
      throw new Error(`Not projected in time: ${runner.view().reason ?? runner.view().state}`);
    }
    const rows: Record<string, Record<string, unknown>[]> = {};
    for (const table of schema.tables.values()) {
      const found = await pool.query(`SELECT * FROM ${name}.${table.name} ORDER BY ${table.key}`);
      rows[table.name] = found.rows;
    }
    return rows;
  } finally {
    await runner.stop();
    await served.stop();
    await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await pool.end();
  }
}

/**
 * What every projector must withstand: the log projected event by event, and again in large batches
 * with each batch delivered twice. Both must come to the same rows.
 */
export async function projectTwice(
  parts: TrialParts,
): Promise<{ once: ProjectedRows; twice: ProjectedRows }> {
  const once = await projectOnce(parts, { maxBatch: 1 });
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
