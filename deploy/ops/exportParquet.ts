import { resolve } from 'node:path';
import type { ParquetExports } from '@insuremanager/services/analytics/index';
import { conflict } from '@insuremanager/services/platform/errors';
import type { Answer, ProgressLine } from './answer.js';
import { count } from './figures.js';

export const PARQUET = 'parquet';

interface Request {
  /** Undefined: neither the command nor the settings name one. */
  readonly folder: string | undefined;
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
}

/**
 * Brings a folder of Parquet files up to date. The audit log does not say so: nothing in them is of a
 * person. @throws Refusal `parquet-folder-unknown`, and as the exports do
 */
export async function exportParquet(parquet: ParquetExports, request: Request): Promise<Answer> {
  const { line, ended: signal } = request;
  if (!request.folder)
    throw conflict('parquet-folder-unknown', 'Name a folder: --to FOLDER, or PARQUET_DIR.');
  const folder = resolve(request.folder);
  let done = 0;
  const onRows = (what: string, rows: number) => {
    done += rows;
    line.show(`${what}: ${count(done)} rows`);
  };
  try {
    const manifest = await parquet.exportTo(folder, { signal, onRows });
    const { views, events, position } = manifest;
    const rows = Object.values(views).reduce((sum, view) => sum + view.rows, 0);
    return {
      document: { folder, ...manifest },
      lines: [
        `Exported ${count(rows)} rows of ${Object.keys(views).length} views and ` +
          `${count(events.rows)} events, up to ${position ?? 'the beginning'}, into ${folder}.`,
      ],
    };
  } finally {
    line.end();
  }
}
