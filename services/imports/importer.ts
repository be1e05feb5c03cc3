import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { hearSaves } from '../platform/commands/peoplesSaves.js';
import { Refusal } from '../platform/errors.js';
import { createBackoff, type Pause, pause as timedPause } from '../platform/pauses.js';
import { isOutage } from '../platform/postgres/failures.js';
import { query } from '../platform/postgres/postgres.js';
import { openRole } from '../platform/postgres/role.js';
import { connectTo } from '../platform/postgres/session.js';
import { checkImport } from './checkImport.js';
import { withArchive } from './documents/archive.js';
import { createImportPace } from './importPace.js';
import type { FindUser, ImportParts } from './importParts.js';
import type { ImportTableRow } from './importTables.js';
import { readFile } from './readFile.js';
import { UnusableFile } from './sheets/sheet.js';
import { undoRows } from './undoRows.js';
import { writeRows } from './writeRows.js';

export interface ImporterParts extends Omit<ImportParts, 'pace'> {
  readonly databaseUrl: string;
  /** Whether lists can be read: built once, however far behind by now. */
  isReady(): Promise<boolean>;
  readonly findUser: FindUser;
  /** Waits in real time; tests bring their own. */
  readonly pause?: Pause;
}

export interface Importer {
  start(): void;
  /** Gives up what is under way, and waits for that: another process goes on with it. */
  stop(): Promise<void>;
}

/** How often is looked for what there is to do. Milliseconds. */
const LOOK_MS = 250;
const RETRIES = { firstMs: 500, capMs: 30_000 };
/** One that has ended its process so often, or failed, is not tried again. */
const MOST_ATTEMPTS = 3;

const PHASES = {
  reading: readFile,
  checking: checkImport,
  running: withArchive(writeRows),
  undoing: undoRows,
} as const;
type Phase = keyof typeof PHASES;

/** What is left of an import that cannot go on: nothing that was written is lost. */
const FALLS_BACK: Readonly<Record<Phase, string>> = {
  reading: 'failed',
  checking: 'mapping',
  running: 'paused',
  undoing: 'done',
};

/**
 * Works off what imports wait for, in one process at a time: one that is read or checked beside one
 * that is written or undone. One whose process was killed is gone on with by the next.
 */
export function createImporter(parts: ImporterParts): Importer {
  const { pool, databaseUrl, pause = timedPause } = parts;
  const logger = parts.logger.child({ part: 'importer' });
  const connect = connectTo(databaseUrl);
  let heardAgo = () => Number.POSITIVE_INFINITY;
  const pace = createImportPace(() => {
    const { since, took } = parts.commands.lastSave();
    return { since: Math.min(since, heardAgo()), took };
  });

  const next = async (phases: readonly Phase[]): Promise<ImportTableRow | null> => {
    const [row] = await query<ImportTableRow>(
      pool,
      'SELECT * FROM imports.imports WHERE state = ANY ($1) ORDER BY id LIMIT 1',
      [phases],
    );
    return row ?? null;
  };

  const workOff = async (phases: readonly Phase[], signal: AbortSignal): Promise<void> => {
    const backoff = createBackoff(RETRIES);
    while (!signal.aborted) {
      const waiting = await next(phases);
      const row = waiting && (await parts.isReady()) ? waiting : null;
      const isAway = row !== null && (await carryOut({ ...parts, logger, pace }, row, signal));
      if (!isAway) backoff.reset();
      if (!row || isAway) await pause(isAway ? backoff.next() : LOOK_MS, signal);
    }
  };

  const role = openRole<'active'>({
    ...{ what: 'importer', logger, pause },
    lock: { space: 'roles', name: 'imports are worked off' },
    connect: () => connect('importer'),
    async play(session, stopped) {
      heardAgo = await hearSaves(session);
      role.enter('active');
      role.backoff.reset();
      const ended = new AbortController();
      const signal = AbortSignal.any([stopped, session.lost, ended.signal]);
      try {
        await Promise.all([
          workOff(['reading', 'checking'], signal),
          workOff(['running', 'undoing'], signal),
        ]);
      } finally {
        ended.abort();
      }
    },
  });
  return { start: role.start, stop: role.stop };
}

/** True: a server was away, and it is tried again. */
async function carryOut(
  parts: ImporterParts & ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { pool, logger } = parts;
  const { id } = row;
  const phase = row.state as Phase;
  const fallBack = (problem: string) =>
    query(
      pool,
      `UPDATE imports.imports SET state = $3, problem = $4, attempts = 0
       WHERE id = $1 AND state = $2`,
      [id, phase, FALLS_BACK[phase], problem],
    );
  try {
    if (phase === 'running' || phase === 'undoing') {
      const user = await parts.findUser(row.user_id);
      if (!user || !isAllowed(user.role, 'imports.manage')) {
        await fallBack('Who started it may not import any more. Another manager can undo it.');
        return false;
      }
    }
    await PHASES[phase](parts, row, signal);
    return false;
  } catch (error) {
    if (signal.aborted) return false;
    if (error instanceof UnusableFile) {
      await fallBack(error.message);
      return false;
    }
    if (isOutage(error)) {
      logger.warn({ importId: id, phase }, 'An import waits for a server', error);
      return true;
    }
    const [{ attempts = 0 } = {}] = await query<{ attempts: number }>(
      pool,
      'UPDATE imports.imports SET attempts = attempts + 1 WHERE id = $1 RETURNING attempts',
      [id],
    );
    if (!(error instanceof Refusal))
      logger.error({ importId: id, phase, attempts }, 'An import failed', error);
    if (attempts < MOST_ATTEMPTS) return true;
    await fallBack(error instanceof Refusal ? error.message : FAILED);
    return false;
  }
}

const FAILED = 'Something went wrong. Try again, and tell an administrator if that fails, too.';
