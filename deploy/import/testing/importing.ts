import { randomBytes } from 'node:crypto';
import { access, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parse } from 'csv-parse/sync';
import { caughtUp, openServices } from '../../roles/openServices.js';
import { startTestBackend } from '../../testing/testBackend.js';
import {
  columnsOf,
  type ImportCounts,
  type ImportKind,
  importRows,
  rejectedRowsBeside,
} from '../importRows.js';
import { openSpreadsheet } from '../spreadsheet.js';

/** A row of the file of rejected rows, by its columns. */
export type RejectedRow = Readonly<Record<string, string>>;

export interface Imported {
  counts: ImportCounts;
  rejected: RejectedRow[];
}

export async function openImportScene() {
  const backend = await startTestBackend();
  const masterKey = randomBytes(32);
  const services = await openServices({ ...backend, masterKey, logger: createLogger('silent') });
  services.readModels.start();
  const folder = await mkdtemp(join(tmpdir(), 'import-'));

  return {
    services,

    /** Writes a sheet into the folder; its path. */
    async sheet(name: string, ...lines: string[]) {
      const path = join(folder, name);
      await writeFile(path, [...lines, ''].join('\n'));
      return path;
    },

    /** Copies a file into the folder, where the rejected rows may be put beside it. */
    async copyOf(file: URL, name: string) {
      const path = join(folder, name);
      await copyFile(file, path);
      return path;
    },

    async importFile(kind: ImportKind, path: string) {
      const rejected = rejectedRowsBeside(path);
      const sheet = await openSpreadsheet(path, columnsOf(kind));
      const counts = await importRows({
        sheet,
        rejected,
        take: await kind.begin(services, sheet, 'test'),
        columnOf: kind.columnOf,
        onProgress: () => undefined,
        width: 32,
      });
      const rejectedFile = await rejected.finish();
      return { counts, rejected: rejectedFile ? await rowsOf(rejectedFile) : [] };
    },

    /** Until the read models show all that was written. */
    async projected() {
      if (!(await caughtUp(services))) throw new Error('The read models did not catch up');
    },

    async close() {
      await services.close();
      await backend.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Services with nothing in them, and a folder with sheets to import. */
export type ImportScene = Awaited<ReturnType<typeof openImportScene>>;

const rowsOf = async (path: string): Promise<RejectedRow[]> =>
  parse(await readFile(path), { bom: true, columns: true });

/**
 * A brokerage's spreadsheets with the defects of real life, and what an import must make of them.
 */
export const SAMPLES = new URL('../../../../shared/samples/', import.meta.url);
export const samplesAreThere = await access(new URL('expected.json', SAMPLES)).then(
  () => true,
  () => false,
);
