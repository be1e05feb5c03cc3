import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Gateway } from '@insuremanager/gateway/createGateway';
import { USUAL_STREAM_LIMITS } from '@insuremanager/gateway/graphql/openStreams';
import { listen } from '@insuremanager/gateway/listen';
import type { Exposition } from '@insuremanager/gateway/metrics/metricsRoute';
import { operationsApp } from '@insuremanager/gateway/operationsApp';
import type { Identity } from '@insuremanager/services/identity/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import type { Logger } from '@insuremanager/services/platform/logger';
import {
  type RoleStates,
  startHeartbeat,
} from '@insuremanager/services/platform/operations/processes';
import { pause } from '@insuremanager/services/platform/pauses';
import type { Projector } from '@insuremanager/services/platform/readModels/projector';
import {
  createScheduler,
  type Scheduler,
} from '@insuremanager/services/platform/scheduler/scheduler';
import { masterKeysOf } from '@insuremanager/services/platform/vault/masterKeys';
import type { Notifier } from '@insuremanager/services/reminders/index';
import { publicUrlOf, type Settings } from '../settings.js';
import type { Backend } from '../start/backend.js';
import { levelsOf } from '../telemetry/levels.js';
import { createPrometheus } from '../telemetry/prometheus.js';
import { startTracing } from '../telemetry/tracing.js';
import { openAdapters, openBus } from './adapters.js';
import { scheduledJobs } from './jobs.js';
import {
  exporterOf,
  importerOf,
  openIdentity,
  openServices,
  type Services,
  startNotifierOf,
} from './openServices.js';
import { statesWithin } from './roleStates.js';
import { needsOf, type ProcessRole } from './roles.js';
import { startWebhooks } from './startWebhooks.js';

export interface RolesInput extends Backend {
  readonly roles: readonly ProcessRole[];
  readonly settings: Settings;
  readonly logger: Logger;
  /** Those of this release when left out. */
  readonly projectors?: readonly Projector[];
}

export interface RunningRoles {
  /** Where browsers reach the gateway; undefined where this process is none. */
  readonly gateway: { readonly url: string; readonly port: number } | undefined;
  /** Those of this installation, whichever role this is. */
  readonly identity: Identity;
  /**
   * Says at once that it is not ready, and goes on serving for the grace of the settings, so that
   * proxies notice; then answers what is under way and closes everything it opened.
   * @param hurry ends the grace.
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** What answers about a process, whatever its roles are. */
interface Watched {
  readonly roles: readonly ProcessRole[];
  isStopping(): boolean;
  readonly services: Services;
  readonly notifier: Notifier | undefined;
  readonly scheduler: Scheduler | undefined;
  readonly logger: Logger;
}

/** From deploy/dist/roles to the built client. */
const WEB_ROOT = resolve(fileURLToPath(import.meta.url), '../../../../web/dist');

/**
 * Opens the capabilities and starts those roles over them. Whatever a role needs for itself alone
 * is chosen by locks in Postgres, so that the same role may run in any number of processes.
 */
export async function startRoles(input: RolesInput): Promise<RunningRoles> {
  const { settings, databaseUrl, logger } = input;
  const plays = (role: ProcessRole): boolean => input.roles.includes(role);
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closing.splice(0).reverse()) await closeOne();
  };
  let isStopping = false;
  const stop = async (hurry: AbortSignal = new AbortController().signal) => {
    isStopping = true;
    if (plays('gateway')) await pause(settings.drainSeconds * 1000, hurry);
    await close();
  };
  const { release, otlpEndpoint } = settings;
  const prometheus = createPrometheus();
  const { metrics } = prometheus;
  const tracing = await startTracing({ endpoint: otlpEndpoint, release, roles: input.roles });
  if (tracing) closing.push(tracing.stop);
  try {
    const adapters = await openAdapters(settings, { clock: systemClock, logger, metrics });
    const services = await openServices({
      ...input,
      metrics,
      adapters,
      bus: await openBus(settings, logger),
    });
    closing.push(services.close);
    const { platform } = services;
    if (plays('projector')) services.readModels.start();
    if (plays('relay')) services.relay?.start();
    const notifier = plays('notifier') ? startNotifierOf(services, logger) : undefined;
    if (notifier) closing.push(notifier.stop);

    const publicUrl = publicUrlOf(settings);
    const identity = await openIdentity(services, publicUrl);
    closing.push(identity.close);
    if (plays('relay')) startWebhooks({ services, identity, publicUrl });

    const jobs = scheduledJobs({ ...services, publicUrl });
    const scheduler = plays('scheduler')
      ? createScheduler({ databaseUrl, clock: platform.clock, logger, jobs })
      : undefined;

    const exporter = plays('scheduler') ? exporterOf(services, identity, databaseUrl) : undefined;
    if (exporter) closing.push(exporter.stop);
    const importer = plays('scheduler') ? importerOf(services, identity, databaseUrl) : undefined;
    if (importer) closing.push(importer.stop);

    const watched = healthParts({
      roles: input.roles,
      isStopping: () => isStopping,
      ...{ services, notifier, scheduler, logger },
    });
    const gateway = plays('gateway')
      ? await (await gatewayCode()).createGateway({
          ...services,
          ...watched,
          metrics,
          exposition: prometheus,
          takeBrowserSpans: tracing?.takeBrowserSpans,
          identity,
          takeSlot: platform.takeSlot,
          limits: platform.limits,
          settings: gatewaySettings(settings),
        })
      : undefined;
    if (gateway) closing.push(gateway.close);
    const levels = levelsOf({
      ...{ release, roles: input.roles, dataDir: settings.dataDir },
      ...{ services, notifier, scheduler, identity, gateway },
    });
    for (const readLevels of levels) prometheus.watch(readLevels);
    const listeners = await listenFor({ settings, gateway, watched, exposition: prometheus });
    closing.push(listeners.stop);
    if (scheduler) {
      closing.push(scheduler.stop);
      scheduler.start();
    }
    exporter?.start();
    importer?.start();
    const heartbeat = await startHeartbeat({
      pool: platform.pool,
      logger,
      release: settings.release,
      readSchema: services.readModels.schema,
      masterKeyIds: masterKeysOf(input).map(({ id }) => id),
      roles: () => statesOf(input.roles, watched),
    });
    closing.push(heartbeat.stop);
    const { port } = listeners;
    return {
      gateway: port === undefined ? undefined : { url: publicUrlOf({ ...settings, port }), port },
      identity,
      stop,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** GraphQL, REST and what they are described by, which no other role needs. */
const gatewayCode = () => import('@insuremanager/gateway/createGateway');

/** A server that takes longer to say how its role is does not hold up the sign of life. */
const STATES_TIMEOUT_MS = 3_000;

/** What this process does in each of its roles. */
function statesOf(
  roles: readonly ProcessRole[],
  { readModels, relay, scheduler }: ReturnType<typeof healthParts>,
): Promise<RoleStates> {
  const states: Record<ProcessRole, () => Promise<string>> = {
    gateway: async () => 'active',
    notifier: async () => 'active',
    projector: async () => (await readModels.status()).state,
    // Nobody listens to messages.
    relay: async () => (relay ? (await relay.status()).state : 'off'),
    scheduler: async () => scheduler?.status().state ?? 'waiting',
  };
  const played = roles.map((role) => [role, states[role]()] as const);
  return statesWithin(STATES_TIMEOUT_MS, Object.fromEntries(played));
}

const gatewaySettings = (settings: Settings) => ({
  publicUrl: publicUrlOf(settings),
  isPublicUrlGiven: settings.publicUrl !== undefined,
  trustedProxies: settings.trustedProxies,
  opsToken: settings.opsToken,
  webRoot: WEB_ROOT,
  streamLimits: { ...USUAL_STREAM_LIMITS, perUser: settings.streamsPerUser },
});

export const healthParts = ({
  roles,
  isStopping,
  services,
  notifier,
  scheduler,
  logger,
}: Watched) => ({
  needs: needsOf(roles),
  isStopping,
  readModels: services.readModels,
  relay: services.relay,
  notifier,
  scheduler,
  sweepReports: services.platform.sweepReports,
  eventLogReachable: () => services.platform.eventLog.head().then(() => true),
  logProblem: services.platform.logProblem,
  databaseReachable: () => services.platform.pool.query('SELECT 1').then(() => true),
  filesReachable: () => services.platform.files.check().then(() => true),
  logger,
});

interface Listening {
  readonly settings: Pick<Settings, 'host' | 'port' | 'opsListener'>;
  readonly gateway: Gateway | undefined;
  readonly watched: ReturnType<typeof healthParts>;
  readonly exposition: Exposition;
}

/** For people, where this process is a gateway; for operators, where the settings say so. */
export async function listenFor({ settings, gateway, watched, exposition }: Listening) {
  const { host, port, opsListener } = settings;
  const ops = opsListener && (await listen(operationsApp(watched, exposition), opsListener));
  try {
    const listener = gateway && (await listen(gateway.app, { host, port }));
    return {
      port: listener?.port,
      opsPort: ops?.port,
      async stop() {
        gateway?.endStreams();
        // Both ports are free at once, while answers are under way: another start may wait for them.
        await Promise.all([listener?.stop(), ops?.stop()]);
      },
    };
  } catch (error) {
    await ops?.stop();
    throw error;
  }
}
