import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { Refusal } from '@insuremanager/services/platform/errors';
import { createLogger } from '@insuremanager/services/platform/logger';
import { allRows as storedRows } from '../crash/testing/whatRemains.js';
import { addDemoUsers } from '../demo/brokerage.js';
import { demoChannels, remindDemo } from '../demo/reminders.js';
import { createStoryClock, seedDemo } from '../demo/seed.js';
import { demoBeginning } from '../demo/story.js';
import { sha256Of } from '../harness/client.js';
import { until } from '../harness/waiting.js';
import { openAdapters } from '../roles/adapters.js';
import { caughtUp as listsCaughtUp, openIdentity, openServices } from '../roles/openServices.js';
import { parseSettings } from '../settings.js';
import { makeTestDatabase } from './testBackend.js';

/** @param more variables, such as those of an S3 server, or of an EventStoreDB for the log. */
export async function startServers(masterKey: Buffer, more: Readonly<Record<string, string>> = {}) {
  const database = await makeTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-copy-'));
  const settings = parseSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey.toString('hex'),
    ...more,
  });
  return {
    settings,
    masterKey,
    async stop() {
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Servers of an installation with nothing on them. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

const NOW = new Date('2026-04-15T03:00:00Z');
/** All that is open goes by it: what is seeded happens at its own time. */
const clock = createStoryClock({ now: () => NOW });
const logger = createLogger('silent');

export async function openBook({ settings, masterKey }: Servers) {
  const { databaseUrl = '', eventStoreUrl } = settings;
  const opened = await openAdapters(settings, { clock, logger });
  const adapters = { ...opened, channels: demoChannels(opened.channels) };
  const bus = createRecordingBus();
  const services = await openServices({
    ...{ databaseUrl, eventStoreUrl, masterKey, clock, logger, adapters },
    bus,
  });
  services.readModels.start();
  const identity = await openIdentity(services, 'http://localhost');
  return {
    services,
    identity,
    /** What its relay has published. */
    bus,
    async close() {
      await identity.close();
      await services.close();
    },
  };
}

/** The services of an installation on such servers, projecting. */
export type OpenBook = Awaited<ReturnType<typeof openBook>>;

export const ADMIN = {
  username: 'boss',
  email: 'boss@example.in',
  password: 'violet harbour 27 kites',
};

/** A lively book of business: every kind of record, files, users, reminders that went out. */
export async function fillBook({ services, identity }: OpenBook): Promise<void> {
  await identity.ensureFirstAdmin(ADMIN);
  const actors = await addDemoUsers({ identity, clock }, demoBeginning(NOW));
  // It goes on where it was: a slow machine may keep the event store from answering in time.
  await whenPossible(() => seedDemo({ ...services, clock, actors }));
  await caughtUp({ services });
  await remindDemo({ ...services, clock });
  await caughtUp({ services });
  services.relay?.start();
  await published({ services });
  await services.relay?.stop();
}

/** The first of its commands, so many, and reminders of what ends. */
export async function fillPartOfBook(book: OpenBook, commands: number): Promise<void> {
  const { services, identity } = book;
  await identity.ensureFirstAdmin(ADMIN);
  const actors = await addDemoUsers({ identity, clock }, demoBeginning(NOW));
  const enough = new Error('Enough');
  const onProgress = (done: number) => {
    if (done >= commands) throw enough;
  };
  await seedDemo({ ...services, clock, actors, onProgress }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  await caughtUp(book);
  await remindDemo({ ...services, clock });
  await caughtUp(book);
}

/** New customers, one after the other. */
export async function registerUntil({ services }: OpenBook, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    const input = CustomerInput.parse({ name: `Meanwhile ${number}`, phone: '9876543210' });
    const commandId = randomUUID();
    const context = { commandId, actor: systemActor, correlationId: 'backup' };
    await whenPossible(() => services.customers.create(input, context));
  }
}

/** Again, as an agent does, when a server did not answer in time. */
export async function whenPossible<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
    }
  }
}

/** Resolves when the relay has published all that is in the log. */
export async function published({ services }: Pick<OpenBook, 'services'>): Promise<void> {
  await until(async () => {
    const status = await services.relay?.status();
    return status?.state === 'live' && status.lagEvents === 0;
  }, 'the relay');
}

/** Resolves when lists show all that is in the log. */
export async function caughtUp({ services }: Pick<OpenBook, 'services'>): Promise<void> {
  if (await listsCaughtUp(services, 300_000)) return;
  throw new Error(`Lists do not catch up: ${JSON.stringify(await services.readModels.status())}`);
}

/** Every row of every list, by table; without what says where an event stands in the log. */
export async function allRows({ services }: OpenBook): Promise<Record<string, object[]>> {
  await caughtUp({ services });
  const { audit_entries: entries = [], ...rows } = await storedRows(services);
  return { ...rows, audit_entries: entries.map(({ id: _, ...row }: { id?: unknown }) => row) };
}

/** The SHA-256 of every document as it is opened, by its id. */
export async function allDocuments({ services }: OpenBook): Promise<Record<number, string>> {
  await caughtUp({ services });
  const rows: { id: number }[] = await services.readModels.from('documents').select('id');
  const sums: Record<number, string> = {};
  for (const { id } of rows) {
    const pieces: Buffer[] = [];
    for await (const piece of (await services.documents.open(id)).content) {
      pieces.push(piece as Buffer);
    }
    sums[id] = sha256Of(Buffer.concat(pieces));
  }
  return sums;
}

export const newMasterKey = (): Buffer => randomBytes(32);
