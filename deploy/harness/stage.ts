import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { createLogger } from '@insuremanager/services/platform/logger';
import { RELAY_NAME } from '@insuremanager/services/platform/relay/relayStatus';
import {
  ensureRelaySchema,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';
import type { AppInput } from '../roles/main.js';
import { caughtUp, openServices, type Services } from '../roles/openServices.js';
import type { ProcessRole } from '../roles/roles.js';
import { parseSettings } from '../settings.js';
import { appPart } from '../start/appPart.js';
import { startBackend } from '../start/backend.js';
import { pendingFirstSignIn } from '../start/keys.js';
import { signedInClient } from './client.js';
import { say } from './command.js';
import { startMailSink } from './mailSink.js';
import { makeDataFolder } from './processes.js';
import { until } from './waiting.js';

/** Windows that are open at once, at most, while it is measured how they hear of changes. */
export const MOST_STREAMS = 1_000;

/**
 * Sets a stage for as long as `work` takes. Nothing is left behind, also when a signal ends it: then
 * `work` is told, and the exit code is 130.
 * @param folder where the data stays, and is taken from the next time; absent: a temporary one
 * @param processes that will be started, beside this one
 */
export async function onStage<Result>(
  work: (stage: Stage, stopped: AbortSignal) => Promise<Result>,
  { folder, processes = 1 }: { folder?: string | undefined; processes?: number } = {},
): Promise<Result> {
  const stopping = new AbortController();
  const closing: (() => unknown)[] = [];
  const setting = setStage(closing, { folder, processes });
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
async function setStage(
  closing: (() => unknown)[],
  { folder, processes }: { folder: string | undefined; processes: number },
) {
  const dataDir = folder ?? (await makeDataFolder('bench'));
  if (!folder) closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const mail = await startMailSink();
  closing.push(mail.stop);
  const settings = parseSettings({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    PORT: '0',
    LOG_LEVEL: 'warn',
    STREAMS_PER_USER: String(MOST_STREAMS),
    KAFKA_BROKERS: process.env.KAFKA_BROKERS,
    EVENTSTORE_URL: process.env.EVENTSTORE_URL,
  });
  const backend = await startBackend(settings, say, processes);
  closing.push(backend.stop);
  const { servers } = backend;
  const firstSignIn = await pendingFirstSignIn(settings);
  if (!firstSignIn) throw new Error(`${dataDir} is in use: its first password was shown.`);
  const services = await openServices({ ...servers, logger: createLogger('warn') });
  closing.push(services.close);
  let begun: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    begun ??= beginHere(services);
    return begun;
  };

  const startPart = async (input: AppInput) => {
    const { facts, stop } = await appPart(input).start();
    closing.push(stop);
    return facts;
  };

  return {
    ...{ servers, settings, firstSignIn },
    /** The capabilities in this process; it never projects. */
    services,
    /** Where the app's emails go. */
    mail,
    /** Starts the app in a process of its own, and signs in. */
    async startApp(connections: number) {
      await begin();
      const { url } = await startPart({ ...servers, settings, firstSignIn });
      const client = await signedInClient(url, { ...firstSignIn, connections });
      closing.push(client.close);
      return client;
    },
    /** Starts a process that plays these roles, as one of several over the same servers. */
    async startProcess(roles: readonly ProcessRole[]) {
      await begin();
      return startPart({ ...servers, settings, roles, firstSignIn: undefined });
    },
  };
}

/** Real servers, set up as `npm start` does, in a temporary data folder of their own. */
export type Stage = Awaited<ReturnType<typeof setStage>>;

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

/** How long the read models may take to catch up with a million customers, in milliseconds. */
const TIMEOUT_MS = 60 * 60_000;

/** Waits until lists show everything that is in the log, and are indexed. */
export async function untilLive(services: Services): Promise<void> {
  if (!(await caughtUp(services, TIMEOUT_MS))) throw new Error('The read models did not catch up.');
  // Indexes come after the last event of a build.
  const isLive = async () => (await services.readModels.status()).state === 'live';
  await until(isLive, 'the read models to be live', TIMEOUT_MS, 100);
}
