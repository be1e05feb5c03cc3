import { randomUUID } from 'node:crypto';
import type { ExportInput } from '@insuremanager/contracts/exports/exportViews';
import { EXPORT_HOURS, MOST_EXPORTED } from '@insuremanager/contracts/exports/exportViews';
import { conflict, forbidden, Refusal } from '../platform/errors.js';
import { createBackoff, type Pause, pause as timedPause } from '../platform/pauses.js';
import type { Platform } from '../platform/platform.js';
import { isOutage } from '../platform/postgres/failures.js';
import { openRole } from '../platform/postgres/role.js';
import { connectTo } from '../platform/postgres/session.js';
import { EXPORT_FILES, subjectOfExports } from './exportFiles.js';
import { type Attempt, type ExportQueue, exportQueue } from './exportQueue.js';
import type { ExportUser } from './exports.js';

/** The rows of an export, as they were when it was opened, as a file. */
export interface ExportSource {
  /** How many there are. */
  readonly total: number;
  /** How many were read so far. */
  rows(): number;
  /** Made as fast as it is taken. */
  readonly content: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface ExporterParts extends Pick<Platform, 'pool' | 'files' | 'clock' | 'logger'> {
  readonly databaseUrl: string;
  /** Whether lists can be read: built once, however far behind by now. */
  isReady(): Promise<boolean>;
  /** Who the user is by now; null: may not sign in. */
  findUser(userId: number): Promise<ExportUser | null>;
  /** @throws Refusal when it is not what the user may have */
  openSource(asked: ExportInput, user: ExportUser): Promise<ExportSource>;
  /** Waits in real time; tests bring their own. */
  readonly pause?: Pause;
}

export interface Exporter {
  start(): void;
  /** Gives back what is under way, and waits for that. */
  stop(): Promise<void>;
}

/** In all processes together: agents are at work beside them. */
const AT_ONCE = 2;
/** How often it is looked for what was asked, and said how far an export is. Milliseconds. */
const LOOK_MS = 500;
/** After so many attempts that met a server that was away. */
const MOST_ATTEMPTS = 10;
const RETRIES = { firstMs: 1_000, capMs: 30_000 };

/**
 * Makes the exports that were asked for, in one process at a time, two at once and one of a user, in
 * the order in which they were asked for. One whose process was killed is begun anew by the next.
 */
export function createExporter(parts: ExporterParts): Exporter {
  const { pool, databaseUrl, clock, pause = timedPause } = parts;
  const logger = parts.logger.child({ part: 'exporter' });
  const queue = exportQueue(pool);
  const connect = connectTo(databaseUrl);
  const make = attemptWith({ ...parts, logger, queue });

  const work = async (signal: AbortSignal): Promise<void> => {
    const underWay = new Set<Promise<unknown>>();
    const backoff = createBackoff(RETRIES);
    let rest = 0;
    let isReady = false;
    let failure: { readonly cause: unknown } | undefined;
    try {
      while (!signal.aborted) {
        // What an attempt could not write down, the next play takes up.
        if (failure) throw failure.cause;
        isReady ||= await parts.isReady();
        const room = isReady && underWay.size < AT_ONCE;
        const begun = room ? await queue.begin(`${EXPORT_FILES}${randomUUID()}`) : null;
        if (begun) {
          const made = make(begun, signal)
            .then(
              (isAway) => {
                if (!isAway) backoff.reset();
                rest = isAway ? backoff.next() : 0;
              },
              (cause: unknown) => {
                failure = { cause };
              },
            )
            .finally(() => underWay.delete(made));
          underWay.add(made);
        }
        if (!begun || rest > 0) await pause(Math.max(rest, LOOK_MS), signal);
        rest = 0;
      }
    } finally {
      await Promise.allSettled(underWay);
    }
  };

  const role = openRole<'active'>({
    ...{ what: 'exporter', logger, pause },
    lock: { space: 'roles', name: 'exports are made' },
    connect: () => connect('exporter'),
    async play(session, stopped) {
      role.enter('active');
      role.backoff.reset();
      await queue.takeUpBrokenOff(clock.now());
      await work(AbortSignal.any([stopped, session.lost]));
    },
  });
  return { start: role.start, stop: role.stop };
}

interface AttemptParts extends ExporterParts {
  readonly queue: ExportQueue;
}

/** True: a server was away, and the export waits. */
const attemptWith =
  ({ queue, files, clock, logger, findUser, openSource }: AttemptParts) =>
  async (attempt: Attempt, stopped: AbortSignal): Promise<boolean> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stopped, ended.signal]);
    const fileKey = attempt.file_key;
    const fields = { exportId: attempt.id, attempt: attempt.attempts };

    /** What is left is swept: of a file nobody may know whether it was named before a server was lost. */
    const forget = () => files.remove(fileKey).catch(() => undefined);

    const write = async (source: ExportSource): Promise<void> => {
      const say = async () => {
        if (!(await queue.progress(attempt, source.rows(), source.total))) ended.abort();
      };
      await say();
      // What is not said now is said the next time.
      const beat = setInterval(() => void say().catch(() => undefined), LOOK_MS);
      try {
        const contentKey = await files.contentKeyOf(subjectOfExports(attempt.user_id), fileKey);
        const { size } = await files.keep(fileKey, contentKey, until(signal, source.content));
        const rows = source.rows();
        // Such as when the read models were replaced meanwhile: half a list is none.
        if (rows !== source.total) {
          await forget();
          throw new Refusal('unavailable', CHANGED_MEANWHILE);
        }
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + EXPORT_HOURS * 60 * 60 * 1000);
        if (!(await queue.finish(attempt, { rows, size, now, expiresAt }))) {
          await forget();
          ended.abort();
          ended.signal.throwIfAborted();
        }
      } finally {
        clearInterval(beat);
      }
    };

    try {
      const user = await findUser(attempt.user_id);
      if (user?.role !== attempt.role) throw notTheSame();
      const { list, format, query } = attempt;
      const source = await openSource({ list, format, query }, user);
      try {
        if (source.total > MOST_EXPORTED) throw tooManyRows();
        await write(source);
      } finally {
        await source.close();
      }
      return false;
    } catch (error) {
      // Cancelled, or taken over: nobody waits for it.
      if (ended.signal.aborted) return false;
      const isAway = isOutage(error) && (error as Partial<Refusal>).code !== 'storage-full';
      if (stopped.aborted || (isAway && attempt.attempts < MOST_ATTEMPTS)) {
        if (isAway) logger.warn(fields, 'An export waits for a server', error);
        await queue.giveBack(attempt, { counts: !stopped.aborted });
        return isAway;
      }
      const isExpected = error instanceof Refusal;
      if (!isExpected) logger.error(fields, 'An export failed', error);
      await queue.fail(attempt, isExpected ? error.message : FAILED, clock.now());
      return false;
    }
  };

/** The content, which fails once the signal is aborted. */
async function* until(signal: AbortSignal, content: AsyncIterable<Uint8Array>) {
  for await (const bytes of content) {
    signal.throwIfAborted();
    yield bytes;
  }
}

const FAILED =
  'Something went wrong. Export the list again, and tell an administrator if that fails, too.';

const CHANGED_MEANWHILE = {
  code: 'read-models-changed',
  message: 'The lists were replaced while the export was under way. Export the list again.',
};

const notTheSame = () =>
  forbidden('Your account or your role has changed since. Export the list again.');

const tooManyRows = () =>
  conflict(
    'too-many-rows',
    `A file has room for ${MOST_EXPORTED.toLocaleString('en-IN')} records. Filter the list, and export it in parts.`,
  );
