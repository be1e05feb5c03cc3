import { conflict } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import { ensureOperationsSchema } from '@insuremanager/services/platform/operations/operationsSchema';
import { listProcesses } from '@insuremanager/services/platform/operations/processes';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { masterKeysOf } from '@insuremanager/services/platform/vault/masterKeys';
import { openVault } from '@insuremanager/services/platform/vault/openVault';
import {
  type RotationProgress,
  rotateMasterKey,
} from '@insuremanager/services/platform/vault/rotateMasterKey';
import type { Settings } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { beginKeyRotation, endKeyRotation } from '../start/keys.js';
import { runningOn } from '../start/lock.js';
import type { Answer, ProgressLine, Say } from './answer.js';
import { bar, count } from './figures.js';

interface Parts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly remark: Say;
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
}

/**
 * Has a new master key wrap every other key. A data folder that holds its key gets a new one, which
 * nothing may be at work on meanwhile; where the key is given in the settings, so is the old one,
 * and processes work on that were given both.
 * @throws Refusal when it cannot begin, or was ended; then it is finished by another call
 */
export async function rotateKeys(parts: Parts): Promise<Answer> {
  const { settings } = parts;
  if (settings.masterKey) {
    if (!settings.oldMasterKey) throw needsOldKey();
    return answerOf(await rotate(parts), 'MASTER_KEY_OLD is not needed any more.');
  }
  const running = await runningOn(settings.dataDir);
  if (running) throw stopFirst(running.pid);
  await beginKeyRotation(settings.dataDir);
  const progress = await rotate(parts);
  await endKeyRotation(settings.dataDir);
  return answerOf(progress, 'keys/master.key is another one now: back up keys/ anew.');
}

async function rotate({ settings, logger, remark, line, ended }: Parts) {
  const backend = await useBackend(settings, remark);
  try {
    const { databaseUrl, masterKey, oldMasterKey } = backend.servers;
    if (!oldMasterKey) throw needsOldKey();
    const pool = openPostgres(databaseUrl, { max: 2, logger });
    try {
      const keys = { masterKey, oldMasterKey };
      await openVault({ pool, ...keys });
      await ensureOperationsSchema(pool);
      await requireBothKeys(pool, keys);
      const onProgress = (progress: RotationProgress) => line.show(progressText(progress));
      return await rotateMasterKey({ pool, ...keys, onProgress, signal: ended });
    } finally {
      line.end();
      await pool.end();
    }
  } finally {
    await backend.stop();
  }
}

/** Whoever has only one of the two could not open what the others make. */
async function requireBothKeys(
  pool: Pool,
  keys: { masterKey: Buffer; oldMasterKey: Buffer },
): Promise<void> {
  const wanted = masterKeysOf(keys).map(({ id }) => id);
  const lacking = (await listProcesses(pool)).filter(
    ({ masterKeyIds }) => !wanted.every((id) => masterKeyIds.includes(id)),
  );
  if (lacking.length === 0) return;
  const who = lacking.map(({ host, pid, roles }) => `${host}:${pid} (${Object.keys(roles)})`);
  throw conflict(
    'process-without-key',
    `These processes have not been given both keys: ${who.join(', ')}. Start them anew with MASTER_KEY and MASTER_KEY_OLD, or stop them. Nothing changed.`,
  );
}

const progressText = ({ seen, total }: RotationProgress): string =>
  `${bar(total === 0 ? 1 : Math.min(1, seen / total))} ${count(seen)} of ${count(total)} keys`;

const answerOf = (progress: RotationProgress, next: string): Answer => ({
  document: progress,
  lines: [
    `The new master key wraps every key. Wrapped anew: ${count(progress.rewrapped)} of ${count(progress.total)}.`,
    next,
  ],
});

const needsOldKey = () =>
  conflict(
    'old-master-key-missing',
    'Give the new master key as MASTER_KEY and the one until now as MASTER_KEY_OLD, to every process and to this command.',
  );

const stopFirst = (pid: number) =>
  conflict(
    'still-running',
    `InsureManager is at work on this data folder (process ${pid}). Stop it first: it has the old key only.`,
  );
