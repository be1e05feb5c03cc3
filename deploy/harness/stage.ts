import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { createLogger } from '@insuremanager/services/platform/logger';
import { RELAY_NAME } from '@insuremanager/services/platform/relay/relayStatus';
import {
  ensureRelaySchema,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';

import { openServices, type Services } from '../roles/openServices.js';
import type { ProcessRole } from '../roles/roles.js';
import { parseSettings, type Settings } from '../settings.js';
import { appPart } from '../start/appPart.js';
import { type OpenBackend, startBackend } from '../start/backend.js';
import { type Client, signedInClient } from './client.js';
import { say } from './command.js';
import { fork } from './forked.js';
import { type MailSink, startMailSink } from './mailSink.js';
import { makeDataFolder } from './processes.js';
import type { RoleProcessFacts, RoleProcessInput } from './roleProcess.js';
import { until } from './waiting.js';

/** Windows that are open at once while it is measured how they hear of changes. */
export const OPEN_STREAMS = 200;

/** Real servers, set up as `npm start` does, in a temporary data folder of their own. */
export interface Stage {
  readonly backend: OpenBackend;
  readonly settings: Settings;
  /** The capabilities in this process; it never projects. */
  readonly services: Services;
  /** Where the app's emails go. */
  readonly mail: MailSink;
  /** Starts the app in a process of its own, and signs in. */
  startApp(connections: number): Promise<Client>;
  /** Starts a process that plays these roles, as one of several over the same servers. */
  startProcess(roles: readonly ProcessRole[]): Promise<RoleProcess>;
}

/** A process of an installation that has several. */
interface RoleProcess extends RoleProcessFacts {
  readonly pid: number | undefined;
}

/**
 * Sets a stage for as long as `work` takes. Nothing is left behind, also when a signal ends it: then
 * `work` is told, and the exit code is 130.
 */
export async function onStage<Result>(
  work: (stage: Stage, stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const closing: (() => unknown)[] = [];
  const setting = setStage(closing);
  let clearing: Promise<void> | undefined;
  const clear = (): Promise<void> => {
    clearing ??= (async () => {
      // Also when it is only just coming up.
      await setting.catch(() => undefined);
      for (const close of closing.reverse()) await close();
    })();
    return clearing;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (stopping.signal.aborted) return;
      say('Stopping …');
      stopping.abort();
      await clear();
      process.exit(130);
    });
  }
  try {
    return await work(await setting, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    // What fails because it was stopped is no failure.
    return new Promise(() => undefined);
  } finally {
    await clear();
  }
}

/** @param closing what is to be done at the end, in the opposite order. */
async function setStage(closing: (() => unknown)[]): Promise<Stage> {
  const dataDir = await makeDataFolder('bench');
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const mail = await startMailSink();
  closing.push(mail.stop);
  const settings = parseSettings({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    PORT: '0',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    LOG_LEVEL: 'warn',
    STREAMS_PER_USER: String(OPEN_STREAMS),
    KAFKA_BROKERS: process.env.KAFKA_BROKERS,
    EVENTSTORE_URL: process.env.EVENTSTORE_URL,
  });
  const { adminUsername: username, adminPassword: password = '', adminEmail: email } = settings;
  const backend = await startBackend(settings, say);
  closing.push(backend.stop);
  const { databaseUrl, eventStoreUrl, masterKey } = backend;
  const servers = { databaseUrl, eventStoreUrl, masterKey };
  const services = await openServices({ ...servers, logger: createLogger('warn') });
  closing.push(services.close);
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= beginHere(services);
    return begun;
  };

  return {
    ...{ backend, settings, services, mail },
    async startApp(connections) {
      await begin();
      const firstSignIn = { username, password, email };
      const app = await appPart({ ...servers, settings, firstSignIn }).start();
      closing.push(app.stop);
      const client = await signedInClient(app.facts.url, { username, password, connections });
      closing.push(client.close);
      return client;
    },
    async startProcess(roles) {
      await begin();
      const input: RoleProcessInput = { ...servers, settings, roles };
      const child = fork('harness/roleProcess.js', input);
      closing.push(child.stop);
      const { url } = await child.answer<RoleProcessFacts>();
      return { pid: child.pid, url };
    },
  };
}

/**
 * What was written to fill the stage is nothing that the app has to publish, and nobody is reminded
 * by the calendar while something else is measured.
 */
async function beginHere({ platform, reminders }: Services): Promise<void> {
  const { pool, eventLog } = platform;
  await ensureRelaySchema(pool);
  await setCheckpoint(pool, RELAY_NAME, await eventLog.head());
  const { hour, quietWeekdays, quietDays } = await reminders.settings();
  await reminders.changeSettings(
    { days: [], hour, quietWeekdays, quietDays },
    { commandId: randomUUID(), actor: systemActor, correlationId: 'bench' },
  );
}

/** How long the read models may take to catch up, in milliseconds. */
const TIMEOUT_MS = 10 * 60_000;

/** Waits until lists show everything that is in the log. */
export async function caughtUp({ platform, readModels }: Services): Promise<void> {
  const head = await platform.eventLog.head();
  if (head && !(await readModels.waitFor(head, TIMEOUT_MS))) {
    throw new Error('The read models did not catch up.');
  }
  // Indexes come after the last event of a build.
  const isLive = async () => (await readModels.status()).state === 'live';
  await until(isLive, 'the read models to be live', TIMEOUT_MS, 100);
}
