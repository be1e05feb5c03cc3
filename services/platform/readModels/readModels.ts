import type pg from 'pg';
import type { Clock } from '../clock.js';
import type { EventCodec } from '../codec/recordedEvent.js';
import { countAfter } from '../eventLog/countAfter.js';
import type { EventLog, LogPosition } from '../eventLog/eventLog.js';
import type { Ids } from '../ids/ids.js';
import type { Logger } from '../logger.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import {
  observeQueryBuilder,
  type PoolUse,
  useOfQueryBuilder,
} from '../postgres/observedQueries.js';
import { connectTo } from '../postgres/session.js';
import { type Metrics, noMetrics } from '../telemetry/metrics.js';
import type { Vault } from '../vault/vault.js';
import { tablesWithin } from './books.js';
import type { Changes } from './changes.js';
import { ensureReadSchema, readCheckpoint } from './checkpoint.js';
import { type PastReadModels, pastReadModels } from './pastReadModels.js';
import { createFold } from './projection.js';
import type { Projector } from './projector.js';
import { connectProjector } from './projectorSession.js';
import { openQueryBuilder, type Snapshot, snapshotsOf } from './queryBuilder.js';
import type { AllTables, Book } from './readTables.js';
import { type RebuildProgress, rebuildReadModels } from './rebuild.js';
import { createRunner, type ProjectionHooks } from './runner.js';
import { readSchemaOf } from './schema.js';
import { watchServedPosition } from './servedPosition.js';
import { setAsideSteps } from './setAside.js';
import type { SqlViews } from './sqlViews.js';
import { type ReadModelStatus, statusOf } from './status.js';

export type { ReadModelStatus, RebuildProgress };

export interface ReadModelOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly eventLog: EventLog;
  readonly codec: Pick<EventCodec, 'decode' | 'knows'>;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly ids: Pick<Ids, 'lift'>;
  readonly projectors: readonly Projector[];
  /** Those that tell of a past day; all of them when left out. */
  readonly pastProjectors?: readonly Projector[];
  readonly logger: Logger;
  readonly clock: Clock;
  readonly hooks?: ProjectionHooks;
  /** Views for people who write SQL, kept on what serves. */
  readonly views?: SqlViews;
  /** Absent where nobody reads them. */
  readonly metrics?: Metrics;
  /** Most events in one transaction. */
  readonly maxBatch?: number;
  /** Most connections for queries. */
  readonly maxConnections?: number;
}

/** The read models of this release: one schema, kept at the head of the log, and queries to it. */
export interface ReadModels extends AllTables {
  /** `read_<hash>`: what this release reads. */
  readonly schema: string;
  /** Projects in this process, unless another one does; then it stands by. */
  start(): void;
  /** Ends everything, queries included. */
  stop(): Promise<void>;
  status(): Promise<ReadModelStatus>;
  /**
   * Whether they have been built once: from then on lists can be read, be they behind.
   * @throws the driver's error when Postgres is not there.
   */
  isBuilt(): Promise<boolean>;
  /**
   * Events that queries do not show yet; LAG_LIMIT stands for as many or more, null for unknown.
   * They are counted one by one: not for asking all the time.
   */
  lagEvents(): Promise<number | null>;
  /**
   * The rows as they are now, for who reads many of them one after the other. One that is replaced by
   * a rebuild meanwhile has no rows any more: count them first.
   */
  snapshot(): Promise<Snapshot>;
  /** How its connections are used. */
  poolUse(): PoolUse;
  /**
   * True as soon as queries show everything up to the position, whichever process projects;
   * false when they do not after `timeoutMs`.
   */
  waitFor(position: LogPosition, timeoutMs: number): Promise<boolean>;
  /**
   * Calls back whenever queries show other records than before, whichever process projects, until
   * the function that is returned is called. Nothing is missed: after a gap everything may have
   * changed.
   */
  onChanges(listener: (changes: Changes) => void): () => void;
  /**
   * Builds everything anew beside what serves, then takes its place; queries go on meanwhile.
   * @throws Refusal `conflict` when another rebuild is at work or an event cannot be projected.
   */
  rebuild(onProgress: (progress: RebuildProgress) => void, signal?: AbortSignal): Promise<void>;
  /** The same tables as they were at a moment, each in a schema of its own. */
  readonly past: PastReadModels;
}

/** Beyond this a batch gains nothing more, and its memory and its locks grow. */
const MAX_BATCH = 500;
const MAX_CONNECTIONS = 10;

/**
 * Makes sure of the schema (its tables may still be empty) and listens for its positions.
 * @throws the driver's error when Postgres is not there.
 */
export async function openReadModels(options: ReadModelOptions): Promise<ReadModels> {
  const { databaseUrl, pool, eventLog, clock, ids, metrics = noMetrics } = options;
  const schema = readSchemaOf(options.projectors);
  const { name } = schema;
  const logger = options.logger.child({ part: 'read models' });
  const connect = connectProjector(databaseUrl);
  await ensureSchema(pool, 'set_aside', setAsideSteps);
  await ensureOnce();

  const projectorsOfPast = options.pastProjectors ?? options.projectors;
  const schemaOfPast = readSchemaOf(projectorsOfPast);
  const past = {
    schema: schemaOfPast,
    fold: createFold({ ...options, projectors: projectorsOfPast }, schemaOfPast),
  };
  const runnerParts = {
    schema,
    connect,
    eventLog,
    fold: createFold(options, schema),
    maxBatch: options.maxBatch ?? MAX_BATCH,
    views: options.views,
    logger,
    metrics,
    async liftIds(highest: Readonly<Record<string, number>>): Promise<void> {
      for (const [kind, id] of Object.entries(highest)) await ids.lift(kind, id);
    },
  };
  const runner = createRunner({ ...runnerParts, name, hooks: options.hooks ?? {} });
  const served = watchServedPosition({
    ...{ schema: name, pool, logger },
    connect: connectTo(databaseUrl),
  });
  const queries = openQueryBuilder(databaseUrl, options.maxConnections ?? MAX_CONNECTIONS);

  const snapshot = snapshotsOf(queries);

  observeQueryBuilder(queries, metrics);

  async function ensureOnce(): Promise<void> {
    const session = await connect('read models');
    try {
      await ensureReadSchema(session, name, schema);
    } finally {
      await session.end();
    }
  }

  const tablesOf = (name: string): AllTables => ({
    knex: queries,
    from: (table) => queries.withSchema(name).from(table),
    relation: (table) => `"${name}"."${table}"`,
    within: (book: Book) => tablesWithin(book, queries, name, schema.tables),
  });

  return {
    schema: name,
    ...tablesOf(name),
    isLasting: true,
    past: pastReadModels({ ...runnerParts, ...past, name, tablesOf }),
    start: () => runner.start(),
    async stop() {
      await Promise.all([runner.stop(), served.stop()]);
      await queries.destroy();
    },
    // Over the other connections: slow lists keep nobody from signing in and saving.
    isBuilt: async () => (await readCheckpoint(pool, name))?.complete ?? false,
    status: () => statusOf({ name, pool, eventLog, clock }, runner.view()),
    async lagEvents() {
      const checkpoint = await readCheckpoint(pool, name).catch(() => undefined);
      if (checkpoint === undefined) return null;
      return (await countAfter(eventLog, checkpoint?.position ?? null)).events;
    },
    snapshot,
    poolUse: () => useOfQueryBuilder(queries),
    waitFor: (position, timeoutMs) => served.waitFor(position, timeoutMs),
    onChanges: (listener) => served.onChanges(listener),
    rebuild: (onProgress, signal) =>
      rebuildReadModels({ ...runnerParts, serving: name, pool, clock, onProgress, signal }),
  };
}
