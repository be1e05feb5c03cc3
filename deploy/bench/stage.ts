import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { createLogger } from '@insuremanager/services/platform/logger';
import { RELAY_NAME } from '@insuremanager/services/platform/relay/relayStatus';
import {
  ensureRelaySchema,
  setCheckpoint,
} from '@insuremanager/services/platform/relay/relayStore';
import type { RoleProcessInput, RoleProcessMessage } from '../load/roleProcess.js';
import { openServices, type Services } from '../roles/openServices.js';
import type { ProcessRole } from '../roles/roles.js';
import { parseSettings, type Settings } from '../settings.js';
import { appPart } from '../start/appPart.js';
import { type OpenBackend, startBackend } from '../start/backend.js';
import { firstMessage, forkChild } from '../start/childProcess.js';
import { type GraphqlClient, signedInClient } from './graphqlClient.js';
import { type MailSink, startMailSink } from './mailSink.js';
import { OPEN_STREAMS } from './streamMeasures.js';

/** Real servers, set up as `npm start` does, in a temporary data folder of their own. */
export interface Stage {
  readonly backend: OpenBackend;
  readonly settings: Settings;
  /** Where the app keeps its files. */
  readonly dataDir: string;
  /** The capabilities in this process; it never projects. */
  readonly services: Services;
  /** Where the app's emails go. */
  readonly mail: MailSink;
  /** Starts the app in a process of its own, and signs in. */
  startApp(connections: number): Promise<GraphqlClient>;
  /** Starts a process that plays these roles, as one of several over the same servers. */
  startProcess(roles: readonly ProcessRole[]): Promise<RoleProcess>;
  /** Stops everything and removes the data; called again, it waits for the same. */
  clear(): Promise<void>;
}

/** A process of an installation that has several. */
export interface RoleProcess {
  readonly roles: readonly ProcessRole[];
  readonly pid: number | undefined;
  /** Where browsers reach it; undefined where it is no gateway. */
  readonly url: string | undefined;
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Nothing is reminded of by the calendar while something else is measured. */
async function requestNothing({ reminders }: Services): Promise<void> {
  const { hour, quietWeekdays, quietDays } = await reminders.settings();
  await reminders.changeSettings(
    { days: [], hour, quietWeekdays, quietDays },
    { commandId: randomUUID(), actor: systemActor, correlationId: 'bench' },
  );
}

export async function setStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-bench-'));
  // Postgres may run as another user, who must be able to pass.
  await chmod(dataDir, 0o711);
  const closing: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  let clearing: Promise<void> | undefined;
  const clearOnce = async (): Promise<void> => {
    for (const close of closing.reverse()) await close();
  };
  const clear = (): Promise<void> => {
    clearing ??= clearOnce();
    return clearing;
  };
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
  const admin = {
    username: settings.adminUsername,
    password: settings.adminPassword ?? '',
    email: settings.adminEmail,
  };
  try {
    const backend = await startBackend(settings, say);
    closing.push(backend.stop);
    const { databaseUrl, eventStoreUrl, masterKey } = backend;
    const servers = { databaseUrl, eventStoreUrl, masterKey };
    const services = await openServices({ ...servers, logger: createLogger('warn') });
    closing.push(services.close);

    // What was written to fill the stage is nothing that the app has to publish meanwhile.
    const beginHere = async (): Promise<void> => {
      const { pool, eventLog } = services.platform;
      await ensureRelaySchema(pool);
      await setCheckpoint(pool, RELAY_NAME, await eventLog.head());
      await requestNothing(services);
    };
    let begun: Promise<void> | undefined;
    const begin = (): Promise<void> => {
      begun ??= beginHere();
      return begun;
    };

    return {
      backend,
      settings,
      dataDir,
      services,
      mail,
      async startApp(connections) {
        await begin();
        const app = await appPart({ ...servers, settings, firstSignIn: admin }).start();
        closing.push(app.stop);
        const client = await signedInClient({ url: app.facts.url, ...admin, connections });
        closing.push(async () => client.close());
        return client;
      },
      async startProcess(roles) {
        await begin();
        const child = forkChild({ entry: 'load/roleProcess.js', stopTimeoutMs: 20_000 });
        closing.push(child.stop);
        child.process.send({ ...servers, settings, roles } satisfies RoleProcessInput);
        const message = (await firstMessage(child, roles.join(', '))) as RoleProcessMessage;
        if (message.type === 'failed') throw new Error(message.message);
        return { roles, pid: child.process.pid, url: message.url };
      },
      clear,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** How long the read models may take to catch up, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/** Waits until lists show everything that is in the log. */
export async function caughtUp({ services: { platform, readModels } }: Stage): Promise<void> {
  const head = await platform.eventLog.head();
  if (head && !(await readModels.waitFor(head, PATIENCE_MS))) {
    throw new Error('The read models did not catch up.');
  }
  // Indexes come after the last event of a build.
  const end = Date.now() + PATIENCE_MS;
  while ((await readModels.status()).state !== 'live') {
    if (Date.now() > end) throw new Error('The read models did not become live.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
