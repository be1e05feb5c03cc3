import { randomUUID } from 'node:crypto';
import { EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import {
  EXPORTS_LISTED,
  EXPORTS_LISTED_DAYS,
  type ExportView,
  MOST_KEPT_EXPORTS,
  MOST_UNFINISHED_EXPORTS,
} from '@insuremanager/contracts/exports/exportViews';
import {
  DataExported,
  ExportDownloaded,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '../platform/commands/command.js';
import { reusedKey } from '../platform/commands/foldedStream.js';
import { conflict, forbidden, notFound } from '../platform/errors.js';
import { type SweepParts, sweepFiles } from '../platform/files/sweep.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { inTransaction, type Queryable, query } from '../platform/postgres/postgres.js';
import { EXPORT_FILES, subjectOfExports } from './exportFiles.js';
import { type ExportRow, exportSteps, viewOfExport } from './exportQueue.js';
import type { ExportAsked, ExportRequest, Exports } from './exports.js';

const HOUR = 3600;
const EXPORTS_PER_HOUR = 30;

type Parts = Omit<SweepParts, 'readModels'> &
  Pick<Platform, 'pool' | 'files' | 'commands' | 'limits'>;

/** The capability "exports". Makes its schema where it is missing. */
export async function createExports(
  parts: Parts,
  readModels: SweepParts['readModels'],
): Promise<Exports> {
  const { pool, files, commands, limits, clock } = parts;
  await ensureSchema(pool, 'exports', exportSteps);
  const spendOne = limits.limit({
    name: 'export',
    things: 'exports',
    most: EXPORTS_PER_HOUR,
    seconds: HOUR,
  });

  const recordExport = async ({ list, filters }: ExportRequest, context: CommandContext) => {
    const { userId } = context.actor;
    const exported = DataExported({ userId, list, filters: [...filters] });
    await commands.record(userAccessStream(userId), [exported], context);
  };

  const requireRow = async (id: number, userId: number): Promise<ExportRow> => {
    const [row] = await query<ExportRow>(
      pool,
      'SELECT * FROM exports.exports WHERE id = $1 AND user_id = $2',
      [id, userId],
    );
    if (!row) throw notFound('export', id);
    return row;
  };

  /** What was asked for by that command before. @throws Refusal `idempotency-key-reused` */
  const findAsked = async (asked: ExportAsked, commandId: string, on: Queryable = pool) => {
    const [row] = await query<ExportRow>(
      on,
      'SELECT * FROM exports.exports WHERE command_id = $1',
      [commandId],
    );
    // What was narrowed down is not known for ever.
    const isOther = row && (row.query ?? asked.query) !== asked.query;
    if (isOther || (row && (row.list !== asked.list || row.format !== asked.format)))
      throw reusedKey();
    return row && viewOfExport(row);
  };

  const removeFiles = async (rows: readonly Pick<ExportRow, 'file_key'>[]): Promise<void> => {
    for (const { file_key } of rows) if (file_key !== null) await files.remove(file_key);
  };

  return {
    async begin(request, context) {
      await spendOne(context.actor.userId);
      // Each answer is an entry of its own, whatever command id the client sends with it.
      await recordExport(request, { ...context, commandId: randomUUID() });
      return { day: kolkataDay(clock.now()) };
    },

    async ask(asked, { userId, role }, context) {
      const earlier = await findAsked(asked, context.commandId);
      if (earlier) return earlier;
      await spendOne(userId);
      return inTransaction(pool, async (client) => {
        // Two windows of a user count one after the other.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `insuremanager exports of ${userId}`,
        ]);
        const same = await findAsked(asked, context.commandId, client);
        if (same) return same;
        const unfinished = await query(
          client,
          `SELECT FROM exports.exports WHERE user_id = $1 AND state IN ('waiting', 'running')`,
          [userId],
        );
        if (unfinished.length >= MOST_UNFINISHED_EXPORTS) throw tooManyExports();
        const kept = await query(
          client,
          `SELECT FROM exports.exports WHERE user_id = $1 AND state = 'ready'`,
          [userId],
        );
        if (kept.length >= MOST_KEPT_EXPORTS) throw tooManyKept();
        await recordExport(asked, context);
        const { list, format } = asked;
        const [row] = await query<ExportRow>(
          client,
          `INSERT INTO exports.exports (command_id, user_id, role, list, format, query, asked_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
          [context.commandId, userId, role, list, format, asked.query, clock.now()],
        );
        return viewOfExport(row as ExportRow);
      });
    },

    async list(userId) {
      const rows = await query<ExportRow>(
        pool,
        `SELECT * FROM exports.exports WHERE user_id = $1 AND list = ANY ($2)
         ORDER BY id DESC LIMIT ${EXPORTS_LISTED}`,
        [userId, EXPORTED_LISTS],
      );
      return rows.map(viewOfExport);
    },

    require: async (id, userId) => viewOfExport(await requireRow(id, userId)),

    async cancel(id, userId): Promise<ExportView> {
      await requireRow(id, userId);
      const ended = await query<ExportRow>(
        pool,
        `UPDATE exports.exports SET query = NULL, finished_at = coalesce(finished_at, $2),
           state = CASE state WHEN 'ready' THEN 'expired' ELSE 'cancelled' END,
           expires_at = CASE state WHEN 'ready' THEN $2 END
         WHERE id = $1 AND state IN ('waiting', 'running', 'ready') RETURNING *`,
        [id, clock.now()],
      );
      // One that is under way is not stored to its end: whoever makes it sees to that.
      await removeFiles(ended.filter(({ state }) => state === 'expired'));
      return viewOfExport(ended[0] ?? (await requireRow(id, userId)));
    },

    async open(id, { userId, role }, context) {
      const row = await requireRow(id, userId);
      const { state, list, rows, file_key, expires_at } = row;
      const isOver = state === 'expired' || (expires_at !== null && expires_at <= clock.now());
      if (isOver) throw exportExpired();
      if (state !== 'ready' || file_key === null) throw exportNotReady();
      if (row.role !== role) throw forbidden('Your role has changed since. Export the list again.');
      const contentKey = await files.contentKeyOf(subjectOfExports(userId), file_key);
      const content = await files.open(file_key, contentKey);
      try {
        const downloaded = ExportDownloaded({ userId, exportId: id, list, rows });
        // Each is an entry of its own.
        const command = { ...context, commandId: randomUUID() };
        await commands.record(userAccessStream(userId), [downloaded], command);
      } catch (error) {
        content.destroy();
        throw error;
      }
      return { export: viewOfExport(row), day: kolkataDay(row.asked_at), content };
    },

    async expire(signal) {
      const now = clock.now();
      const due = await query<ExportRow>(
        pool,
        `SELECT * FROM exports.exports WHERE state = 'ready' AND expires_at <= $1`,
        [now],
      );
      for (const row of due) {
        if (signal?.aborted) return;
        // The file first: who is interrupted comes again.
        await removeFiles([row]);
        await query(pool, `UPDATE exports.exports SET state = 'expired' WHERE id = $1`, [row.id]);
      }
      await query(
        pool,
        `DELETE FROM exports.exports
         WHERE state IN ('failed', 'cancelled', 'expired')
         AND finished_at < $1::timestamptz - interval '${EXPORTS_LISTED_DAYS} days'`,
        [now],
      );
    },

    async removeAll() {
      const removed = await query<ExportRow>(
        pool,
        `UPDATE exports.exports SET
           expires_at = CASE state WHEN 'ready' THEN $1::timestamptz END,
           state = CASE state WHEN 'ready' THEN 'expired' ELSE 'waiting' END
         WHERE state IN ('ready', 'running') RETURNING *`,
        [clock.now()],
      );
      await removeFiles(removed);
    },

    sweep: (signal) =>
      sweepFiles(
        { ...parts, readModels },
        {
          prefix: EXPORT_FILES,
          oftenOutdated: true,
          // No event refers to one for ever.
          referredTo: async () => new Set(),
          newest: async () => null,
          async needed(fileKeys) {
            const rows = await query<{ file_key: string }>(
              pool,
              `SELECT file_key FROM exports.exports
               WHERE file_key = ANY ($1) AND state IN ('running', 'ready')`,
              [fileKeys],
            );
            return new Set(rows.map(({ file_key }) => file_key));
          },
        },
        signal,
      ),
  };
}

const tooManyExports = () =>
  conflict(
    'too-many-exports',
    `You have ${MOST_UNFINISHED_EXPORTS} exports that are not finished. Wait for one, or cancel one.`,
  );

const tooManyKept = () =>
  conflict(
    'too-many-exports',
    `You have ${MOST_KEPT_EXPORTS} exports that can be downloaded. Remove one under Exports.`,
  );

const exportNotReady = () => conflict('export-not-ready', 'This export has no file to download.');

const exportExpired = () =>
  conflict('export-expired', 'The file of this export was removed. Export the list again.');
