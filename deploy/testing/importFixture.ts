import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type {
  ImportRow,
  ImportState,
  ImportView,
  RowsWanted,
} from '@insuremanager/contracts/imports/importViews';
import { createLogger } from '@insuremanager/services/platform/logger';
import { expect, vi } from 'vitest';
import { openAdapters } from '../roles/adapters.js';
import { caughtUp, importerOf, openServices } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import type { TestBackend } from './testBackend.js';

const actor = { userId: 1, username: 'admin', role: 'admin' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Far beyond what a busy machine needs. */
const AT_MOST_MS = 120_000;

/** Rows of a sheet as a spreadsheet program writes them. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell}"` : cell)).join(','))
    .join('\n');

/** All capabilities over servers of their own, an importer at work, and what tests do with imports. */
export async function openImportFixture({ databaseUrl }: TestBackend) {
  let daysPassed = 0;
  const clock = { now: () => new Date(Date.now() + daysPassed * DAY_MS) };
  const dataDir = await mkdtemp(join(tmpdir(), 'imports-'));
  const logger = createLogger('silent');
  const adapters = await openAdapters(parseSettings({ DATA_DIR: dataDir }), { clock, logger });
  const masterKey = randomBytes(32);
  const services = await openServices({ databaseUrl, masterKey, clock, logger, adapters });
  const { imports } = services;
  services.readModels.start();
  const importer = importerOf(services, { activeUsers: async () => [actor] }, databaseUrl);
  importer.start();

  const context = () => ({ commandId: randomUUID(), actor, correlationId: 'test' });
  const becomes = async (id: number, state: ImportState): Promise<ImportView> => {
    const look = async () => {
      const { state: now, problem } = await imports.require(id);
      return problem === null ? now : `${now}: ${problem}`;
    };
    // Not `expect.poll`, which hooks may not call.
    await vi.waitFor(async () => expect(await look()).toBe(state), {
      ...{ timeout: AT_MOST_MS, interval: 20 },
    });
    return imports.require(id);
  };
  const upload = async (name: string, content: string | Buffer): Promise<ImportView> => {
    const received = await imports.receive(name, Readable.from([Buffer.from(content)]));
    const { id } = await imports.begin(received, context());
    return becomes(id, 'mapping');
  };
  const check = async ({ id }: Pick<ImportView, 'id'>): Promise<ImportView> => {
    await imports.check(id);
    return becomes(id, 'checked');
  };
  const checked = async (name: string, content: string | Buffer) =>
    check(await upload(name, content));
  /** Writes what was checked, until lists show it. */
  const write = async ({ id }: Pick<ImportView, 'id'>): Promise<ImportView> => {
    await imports.start(id, context());
    const done = await becomes(id, 'done');
    await caughtUp(services);
    return done;
  };
  return {
    ...services,
    ...{ importer, context, becomes, upload, check, checked, write },
    imported: async (name: string, content: string | Buffer) => write(await checked(name, content)),
    undo: async ({ id }: Pick<ImportView, 'id'>): Promise<ImportView> => {
      await imports.undo(id, context());
      const undone = await becomes(id, 'undone');
      await caughtUp(services);
      return undone;
    },
    caughtUp: () => caughtUp(services),
    rowsOf: async (id: number, wanted: Partial<RowsWanted> = {}): Promise<readonly ImportRow[]> => {
      const all = { sheet: 0, only: null, column: null, text: null, after: null, first: 200 };
      return (await imports.rows(id, { ...all, ...wanted })).items;
    },
    /** Days go by. */
    pass: (days: number) => {
      daysPassed += days;
    },
    async close() {
      await importer.stop();
      await services.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
