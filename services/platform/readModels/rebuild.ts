import type pg from 'pg';
import type { Clock } from '../clock.js';
import { conflict } from '../errors.js';
import { pause } from '../pauses.js';
import { type AdvisoryLock, tryLock } from '../postgres/advisoryLocks.js';
import { inSession, type Session } from '../postgres/session.js';
import { isBehind, notifyEverything, readCheckpoint } from './checkpoint.js';
import { createRunner, type Runner, type RunnerParts } from './runner.js';
import { type ServedPosition, watchServedPosition } from './servedPosition.js';
import { publishViews } from './sqlViews.js';
import { type ReadModelStatus, statusOf } from './status.js';

export interface RebuildProgress extends ReadModelStatus {
  readonly step: 'building' | 'swapping' | 'done';
}

interface RebuildParts extends Omit<RunnerParts, 'name' | 'hooks'> {
  readonly serving: string;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

export const schemaInTheMaking = (serving: string): string => `${serving}_next`;
const schemaReplaced = (serving: string): string => `${serving}_old`;
/** Held for as long as a rebuild is at work. */
export const rebuildLock = (serving: string): AdvisoryLock => ({
  space: 'roles',
  name: `${serving} is rebuilt`,
});

const PROGRESS_MS = 250;
const SWAP_WAIT_MS = 10_000;

/**
 * 1. builds a second schema from the first event on, beside the one that serves;
 * 2. lets it pass the serving one and, in one transaction, gives it that one's name;
 * 3. drops the old one.
 * Ended at any point, it has changed nothing or all; a new start begins from the first event.
 */
export async function rebuildReadModels(parts: RebuildParts): Promise<void> {
  const { serving, connect, pool, logger, views } = parts;
  const next = schemaInTheMaking(serving);
  const session = await connect(`rebuild ${serving}`);
  try {
    if (!(await tryLock(session, rebuildLock(serving)))) {
      throw conflict('rebuild-running', 'The read models are already being rebuilt.');
    }
    await dropSchemas(session, next, schemaReplaced(serving));

    const runner = createRunner({ ...parts, name: next, hooks: {}, views: undefined });
    const built = watchServedPosition({ schema: next, connect, pool, logger });
    runner.start();
    try {
      const status = await untilLive(parts, next, runner);
      parts.onProgress({ step: 'swapping', ...status });
      await swap(parts, session, runner, built);
    } finally {
      await Promise.all([runner.stop(), built.stop()]);
    }
    // Queries that began on it end first; new ones no longer find it.
    if (views) await whenRead(parts, session, () => publishViews(session, views, serving));
    await dropSchemas(session, schemaReplaced(serving));
    parts.onProgress({
      step: 'done',
      ...(await statusOf({ ...parts, name: serving }, runner.view())),
    });
  } finally {
    await session.end();
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** Once a second, until no query reads a view any more. What else fails is logged. */
async function whenRead(
  { logger }: Pick<RebuildParts, 'logger'>,
  session: Session,
  publish: () => Promise<void>,
): Promise<void> {
  while (!session.lost.aborted) {
    try {
      return await publish();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) {
        // Whoever projects tries again, and makes those that go with the old tables anew.
        logger.warn({}, 'The views for others could not be published', error);
        return;
      }
    }
    await pause(1_000, session.lost);
  }
}

const dropSchemas = ({ client, withoutLimit }: Session, ...names: string[]): Promise<void> =>
  withoutLimit(async () => {
    for (const name of names) await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
  });

async function untilLive(
  parts: RebuildParts,
  next: string,
  runner: Runner,
): Promise<ReadModelStatus> {
  const signal = parts.signal ?? new AbortController().signal;
  for (;;) {
    if (signal.aborted) throw conflict('rebuild-ended', 'The rebuild was ended; nothing changed.');
    const status = await statusOf({ ...parts, name: next }, runner.view());
    parts.onProgress({ step: 'building', ...status });
    if (status.poison) {
      const { type, stream, revision, reason } = status.poison;
      throw conflict(
        'rebuild-stopped',
        `The rebuild stopped at ${type} (${stream}@${revision}): ${reason}. Nothing changed.`,
      );
    }
    if (status.state === 'live') return status;
    await pause(PROGRESS_MS, signal);
  }
}

async function swap(
  { serving, eventLog }: RebuildParts,
  session: Session,
  runner: Runner,
  built: ServedPosition,
): Promise<void> {
  const next = schemaInTheMaking(serving);
  const { client } = session;
  await inSession(session, async () => {
    // From here on the serving projector waits before its next batch; queries do not.
    await client.query(`LOCK TABLE ${serving}.checkpoint IN EXCLUSIVE MODE`);
    const checkpoint = (await readCheckpoint(client, serving))?.position ?? null;
    // One that the log does not reach is of another log, and none to catch up with.
    const served = isBehind(await eventLog.head(), checkpoint) ? null : checkpoint;
    // Whoever has read his own write must not lose sight of it.
    if (served && !(await built.waitFor(served, SWAP_WAIT_MS))) throw behind();
    await runner.stop();
    const reached = (await readCheckpoint(client, next))?.position ?? null;
    if (isBehind(reached, served)) throw behind();
    await client.query(`ALTER SCHEMA ${serving} RENAME TO ${schemaReplaced(serving)}`);
    await client.query(`ALTER SCHEMA ${next} RENAME TO ${serving}`);
    await notifyEverything(session, serving);
  });
}

const behind = () =>
  conflict(
    'rebuild-behind',
    'The rebuilt read models did not catch up with those that serve. Nothing changed; try it again.',
  );
