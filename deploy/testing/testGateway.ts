import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createGateway } from '@insuremanager/gateway/createGateway';
import type { StreamLimits } from '@insuremanager/gateway/graphql/openStreams';
import type { TakeBrowserSpans } from '@insuremanager/gateway/tracing/browserSpans';
import type { AgencyDefaults } from '@insuremanager/services/agency/index';
import type { Bus } from '@insuremanager/services/platform/bus/bus';
import { type Clock, systemClock } from '@insuremanager/services/platform/clock';
import { createLogger, type LogLevel } from '@insuremanager/services/platform/logger';
import { ADMIN, type Answer as HttpAnswer, send, signIn as signInOver } from '../harness/client.js';
import { openAdapters } from '../roles/adapters.js';
import {
  exporterOf,
  importerOf,
  openIdentity,
  openServices,
  startNotifierOf,
} from '../roles/openServices.js';
import { healthParts, listenFor } from '../roles/startRoles.js';
import { parseSettings } from '../settings.js';
import { levelsOf } from '../telemetry/levels.js';
import { createPrometheus } from '../telemetry/prometheus.js';
import { startTestBackend, type TestBackend } from './testBackend.js';

export const TEST_ADMIN = { ...ADMIN, email: 'admin@example.in' };

/** What opens health in detail and figures to operators. */
export const TEST_OPS_TOKEN = 'token-of-the-operators';

export interface TestGatewayOptions {
  readonly clock?: Clock;
  /** Null: nobody has said it. */
  readonly publicUrl?: string | null;
  readonly trustedProxies?: string;
  /** TEST_OPS_TOKEN when left out; null: there is none. */
  readonly opsToken?: string | null;
  readonly logLevel?: LogLevel;
  /** To stand on the servers of another test gateway, with its database and master key. */
  readonly beside?: Readonly<{ backend: TestBackend; masterKey: Buffer; dataDir: string }>;
  /** Servers that the caller started, and stops. */
  readonly backend?: TestBackend;
  /** An EventStoreDB for the log, such as one that is not there. */
  readonly eventStoreUrl?: string;
  /** What messages are relayed to; without it, none are. */
  readonly bus?: Bus;
  /** Also what a bulk or the calendar asked for is sent. */
  readonly isNotifier?: boolean;
  readonly streamLimits?: StreamLimits;
  /** Who the brokerage is, as long as nobody has set anything. */
  readonly brokerage?: AgencyDefaults;
  /** Absent: nobody traces. */
  readonly takeBrowserSpans?: TakeBrowserSpans;
}

/** Call in `beforeAll`, and `stop` in `afterAll`. One admin exists: TEST_ADMIN. */
export async function startTestGateway(options: TestGatewayOptions = {}) {
  const { clock = systemClock, beside } = options;
  const publicUrl = options.publicUrl ?? 'http://localhost:4000';
  const { opsToken = TEST_OPS_TOKEN, trustedProxies, logLevel = 'info' } = options;
  const backend = beside?.backend ?? options.backend ?? (await startTestBackend());
  const masterKey = beside?.masterKey ?? randomBytes(32);
  const { bus, eventStoreUrl } = options;
  const logged: string[] = [];
  const logger = createLogger(logLevel, {}, { write: (line) => logged.push(line) });
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'insuremanager-data-')));
  const prometheus = createPrometheus();
  const { metrics } = prometheus;
  const adapters = await openAdapters(
    { ...parseSettings({}), brokerage: options.brokerage ?? {}, dataDir },
    { clock, logger, metrics },
  );
  const services = await openServices({
    adapters,
    metrics,
    bus,
    databaseUrl: backend.databaseUrl,
    eventStoreUrl,
    masterKey,
    clock,
    logger,
  });
  const { platform, readModels } = services;
  readModels.start();
  services.relay?.start();
  const notifier = options.isNotifier ? startNotifierOf(services, logger) : undefined;
  const identity = await openIdentity(services, publicUrl);
  await identity.ensureFirstAdmin(TEST_ADMIN);
  const exporter = exporterOf(services, identity, backend.databaseUrl);
  const importer = importerOf(services, identity, backend.databaseUrl);
  const webRoot = await makeWebRoot();
  const watched = healthParts({
    ...{ roles: ['gateway'], isStopping: () => false },
    ...{ services, notifier, scheduler: undefined, logger },
  });
  const gateway = await createGateway({
    ...services,
    ...watched,
    takeSlot: platform.takeSlot,
    limits: platform.limits,
    metrics,
    exposition: prometheus,
    takeBrowserSpans: options.takeBrowserSpans,
    settings: {
      publicUrl,
      isPublicUrlGiven: options.publicUrl !== null,
      trustedProxies,
      opsToken: opsToken ?? undefined,
      webRoot,
      streamLimits: options.streamLimits,
    },
    identity,
  });
  const levels = levelsOf({
    ...{ release: 'test', roles: ['gateway'], dataDir },
    ...{ services, notifier, scheduler: undefined, identity, gateway },
  });
  for (const readLevels of levels) prometheus.watch(readLevels);
  const anyPort = { host: '127.0.0.1', port: 0 };
  const settings = { ...anyPort, opsListener: anyPort };
  const listeners = await listenFor({ settings, gateway, watched, exposition: prometheus });
  return {
    url: `http://127.0.0.1:${listeners.port}`,
    /** For operators only. */
    opsUrl: `http://127.0.0.1:${listeners.opsPort}`,
    /** To see which routes there are. */
    app: gateway.app,
    backend,
    masterKey,
    /** Where its files and its emails lie. */
    dataDir,
    platform,
    /** The capabilities behind it. */
    services,
    readModels,
    identity,
    /** Makes exports once it is started. */
    exporter,
    importer,
    /** Every line that was logged. */
    logged,
    async stop() {
      await listeners.stop();
      await gateway.close();
      await exporter.stop();
      await importer.stop();
      await identity.close();
      await notifier?.stop();
      await services.close();
      if (!beside && !options.backend) await backend.stop();
      await rm(webRoot, { recursive: true });
      if (!beside) await rm(dataDir, { recursive: true });
    },
  };
}

/**
 * The whole product but for the browser, with nothing in it, on a real Postgres.
 */
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** As small a client as can be served. */
export const WEB_SCRIPT = '"use strict";';

/** Of its pages. */
export const WEB_TITLES = {
  'index.html': 'The client',
  'login.html': 'Sign in',
  'landing.html': 'Visit {{name}}',
} as const;

/** A client as the build leaves it. */
async function makeWebRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-web-'));
  await mkdir(join(folder, 'assets'));
  for (const [page, title] of Object.entries(WEB_TITLES)) {
    await writeFile(join(folder, page), `<!doctype html><title>${title}</title>`);
  }
  const script = join(folder, 'assets', 'app-1a2b3c.js');
  await writeFile(script, WEB_SCRIPT);
  await writeFile(`${script}.gz`, gzipSync(WEB_SCRIPT));
  await writeFile(`${script}.br`, brotliCompressSync(WEB_SCRIPT));
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
  /** Whose session to use; see `signIn`. */
  readonly cookie?: string;
  /** The loopback address to call from: each counts as another client. */
  readonly from?: string;
}

export interface Answer extends Pick<HttpAnswer, 'status' | 'headers' | 'text'> {
  /** The parsed body; empty when it is no JSON. */
  readonly json: Json;
}

/** Whatever was answered: a test says what it expects of it. */
export interface Json {
  readonly [key: string]: Json;
}

/** One HTTP request, with nothing added that a test does not name. */
export async function call(base: string, path: string, options: Call = {}): Promise<Answer> {
  const { headers, cookie, ...sending } = options;
  const own = { ...(cookie && { cookie }), ...headers };
  const asked = { ...sending, headers: own, timeout: Number.POSITIVE_INFINITY };
  const { status, headers: answered, text, json } = await send(new URL(path, base), asked);
  return { status, headers: answered, text, json: json as Json };
}

/** Signs in as the admin, unless somebody else is named; the cookie to send from then on. */
export const signIn = (base: string, who = TEST_ADMIN, from?: string): Promise<string> =>
  signInOver(base, who, from);
