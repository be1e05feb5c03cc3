import { batched } from '../batched.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, query } from '../postgres/postgres.js';

/** A command that was carried out and changed nothing, so that its stream shows no trace of it. */
export interface UnchangedCommand {
  readonly commandId: string;
  readonly stream: string;
  readonly commandDigest: string;
  /** The stream's revision that it found. */
  readonly version: number;
}

/** The schema `commands`, step by step. */
export const unchangedSteps = [
  `CREATE TABLE commands.unchanged (
     command_id uuid NOT NULL, stream text NOT NULL, command_digest text NOT NULL,
     version integer NOT NULL, noted_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (command_id, stream))`,
];

type Sought = Pick<UnchangedCommand, 'commandId' | 'stream'>;

interface UnchangedRow {
  command_id: string;
  stream: string;
  command_digest: string;
  version: number;
}

/** Longer than any client keeps trying. */
const KEPT = '30 days';

/** Makes the schema where it is missing, and forgets what nobody will ask for any more. */
export async function openUnchangedCommands(pool: Pool): Promise<void> {
  await ensureSchema(pool, 'commands', unchangedSteps);
  await query(pool, `DELETE FROM commands.unchanged WHERE noted_at < now() - $1::interval`, [KEPT]);
}

/**
 * Remembers commands without events. A retry of one must answer the same and write nothing, also
 * when somebody else has changed the record meanwhile: carried out again, it would undo that.
 */
export const unchangedCommands = (pool: Pool) => {
  const findAll = batched(async (sought: readonly Sought[]) => {
    const rows = await query<UnchangedRow>(
      pool,
      `SELECT command_id, stream, command_digest, version FROM commands.unchanged
       WHERE (command_id, stream) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
      [sought.map(({ commandId }) => commandId), sought.map(({ stream }) => stream)],
    );
    return new Map(rows.map((row) => [`${row.command_id} ${row.stream}`, row]));
  });

  return {
    async find(commandId: string, stream: string): Promise<UnchangedCommand | null> {
      const row = (await findAll([{ commandId, stream }])).get(
        `${commandId.toLowerCase()} ${stream}`,
      );
      return row
        ? { commandId, stream, commandDigest: row.command_digest, version: row.version }
        : null;
    },

    async record({ commandId, stream, commandDigest, version }: UnchangedCommand): Promise<void> {
      await query(
        pool,
        `INSERT INTO commands.unchanged (command_id, stream, command_digest, version)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [commandId, stream, commandDigest, version],
      );
    },
  };
};
