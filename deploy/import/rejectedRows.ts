import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { SheetRow } from './spreadsheet.js';

export interface RowProblem {
  /** The column at fault; '' when it is the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

/**
 * `FILE.rejected.csv`: what is wrong, row by row, and the row itself, so that it can be corrected
 * and imported again. Comes into being only when something was rejected, and only when complete.
 */
export interface RejectedRows {
  add(row: SheetRow, problems: readonly RowProblem[]): Promise<void>;
  /** The path of the finished file, or null when nothing was rejected. */
  finish(): Promise<string | null>;
}

export function rejectedRowsBeside(file: string): RejectedRows {
  const path = `${file.replace(/\.csv$/i, '')}.rejected.csv`;
  const unfinished = `${path}.part`;
  let stream: WriteStream | null = null;

  const write = async (cells: string[]): Promise<void> => {
    if (stream && !stream.write(stringify([cells]))) await once(stream, 'drain');
  };

  return {
    async add({ row, cells }, problems) {
      if (!stream) {
        stream = createWriteStream(unfinished, { mode: 0o600 });
        stream.write('\uFEFF');
        await write(['Row', 'Field', 'Reason', ...Object.keys(cells)]);
      }
      const columns = problems.map(({ column }) => column).filter(Boolean);
      const reasons = problems.map(({ reason }) => reason);
      await write([String(row), columns.join('; '), reasons.join('; '), ...Object.values(cells)]);
    },

    async finish() {
      if (!stream) {
        await rm(path, { force: true });
        return null;
      }
      stream.end();
      await finished(stream);
      await rename(unfinished, path);
      return path;
    },
  };
}
