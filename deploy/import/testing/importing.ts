import { randomBytes } from 'node:crypto';
import { access, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@insuremanager/services/platform/logger';
import { parse } from 'csv-parse/sync';
import { openServices, type Services } from '../../roles/openServices.js';
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

/** Services with nothing in them, and a folder with sheets to import. */
export interface ImportScene {
  readonly services: Services;
  /** Writes a sheet into the folder; its path. */
  sheet(name: string, ...lines: string[]): Promise<string>;
  /** Copies a file into the folder, where the rejected rows may be put beside it. */
  copyOf(file: URL, name: string): Promise<string>;
  importFile(kind: ImportKind, path: string): Promise<Imported>;
  /** Until the read models show all that was written. */
  projected(): Promise<void>;
  close(): Promise<void>;
}

export async function openImportScene(): Promise<ImportScene> {
  const backend = await startTestBackend();
  const masterKey = randomBytes(32);
  const services = await openServices({ ...backend, masterKey, logger: createLogger('silent') });
  services.readModels.start();
  const folder = await mkdtemp(join(tmpdir(), 'import-'));

  return {
    services,

    async sheet(name, ...lines) {
      const path = join(folder, name);
      await writeFile(path, [...lines, ''].join('\n'));
      return path;
    },

    async copyOf(file, name) {
      const path = join(folder, name);
      await copyFile(file, path);
      return path;
    },

    async importFile(kind, path) {
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

    async projected() {
      const head = await services.platform.eventLog.head();
      if (head && !(await services.readModels.waitFor(head, 30_000))) {
        throw new Error('The read models did not catch up');
      }
    },

    async close() {
      await services.close();
      await backend.stop();
      await rm(folder, { recursive: true });
    },
  };
}

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
