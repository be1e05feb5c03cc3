import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, query } from '../postgres/postgres.js';
import { SWEEP_REFUSALS, type SweepRefusal } from './sweepRefusals.js';

/**
 * How a sweep ended. `postponed`: the lists did not know all events, or there was none, so that it
 * could not know what is needed.
 */
export type SweepResult = 'done' | 'postponed' | SweepRefusal;

export interface SweepOutcome {
  readonly result: SweepResult;
  /** Files that were removed. */
  readonly removed: number;
}

/** What is known of the sweeps of files of one kind. */
export interface SweepReport extends SweepOutcome {
  /** Below it are the files, such as `documents/`. */
  readonly prefix: string;
  /** When the last one ended. */
  readonly at: Date;
  /**
   * Why they refuse, and since when; null once one is done. One that was postponed changes nothing.
   */
  readonly refusal: { readonly why: SweepRefusal; readonly since: Date } | null;
}

/** The last sweep of each kind of files, kept in Postgres for whoever asks, in whatever process. */
export interface SweepReports {
  record(sweep: Pick<SweepReport, 'prefix' | 'at' | 'result' | 'removed'>): Promise<void>;
  /** In order of their prefixes; without those that never ended. */
  all(): Promise<SweepReport[]>;
}

/** The schema `files`, step by step. */
export const sweepSteps = [
  `CREATE TABLE files.sweeps (
     prefix text PRIMARY KEY,
     ended_at timestamptz NOT NULL,
     result text NOT NULL,
     removed integer NOT NULL,
     refused_for text,
     refused_since timestamptz,
     CHECK ((refused_for IS NULL) = (refused_since IS NULL)))`,
];

/** Makes the schema where it is missing. */
export async function openSweepReports(pool: Pool): Promise<SweepReports> {
  await ensureSchema(pool, 'files', sweepSteps);
  return {
    async record({ prefix, at, result, removed }) {
      const ended = [prefix, at, result, removed];
      if (result === 'postponed') await query(pool, RECORD_POSTPONED, ended);
      else await query(pool, RECORD_ENDED, [...ended, result === 'done' ? null : result]);
    },

    async all() {
      const rows = await query<SweepRow>(pool, 'SELECT * FROM files.sweeps ORDER BY prefix');
      return rows.map(({ prefix, ended_at: at, result, removed, ...row }) => ({
        ...{ prefix, at, result, removed },
        refusal:
          row.refused_for && row.refused_since
            ? { why: row.refused_for, since: row.refused_since }
            : null,
      }));
    },
  };
}

/**
 * Such as `Sweeps of documents/ remove nothing. The file store is not marked as ours. Look …`; else
 * null.
 */
export function refusalSentence({ prefix, refusal }: SweepReport): string | null {
  if (!refusal) return null;
  const { matter, remedy } = SWEEP_REFUSALS[refusal.why];
  return `Sweeps of ${prefix} remove nothing. ${matter}. ${remedy}`;
}

interface SweepRow {
  prefix: string;
  ended_at: Date;
  result: SweepResult;
  removed: number;
  refused_for: SweepRefusal | null;
  refused_since: Date | null;
}

/** A refusal counts from the first of those in a row. */
const RECORD_ENDED = `
  INSERT INTO files.sweeps AS last (prefix, ended_at, result, removed, refused_for, refused_since)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $5::text IS NULL THEN NULL ELSE $2::timestamptz END)
  ON CONFLICT (prefix) DO UPDATE SET
    ended_at = excluded.ended_at, result = excluded.result, removed = excluded.removed,
    refused_for = excluded.refused_for,
    refused_since = CASE WHEN excluded.refused_for IS NULL THEN NULL
      ELSE coalesce(last.refused_since, excluded.refused_since) END`;

const RECORD_POSTPONED = `
  INSERT INTO files.sweeps (prefix, ended_at, result, removed) VALUES ($1, $2, $3, $4)
  ON CONFLICT (prefix) DO UPDATE SET
    ended_at = excluded.ended_at, result = excluded.result, removed = excluded.removed`;
