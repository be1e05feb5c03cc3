import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGateway } from '@insuremanager/gateway/createGateway';
import { USUAL_STREAM_LIMITS } from '@insuremanager/gateway/graphql/openStreams';
import { listen } from '@insuremanager/gateway/listen';
import { createIdentity, type Identity } from '@insuremanager/services/identity/index';
import { systemClock } from '@insuremanager/services/platform/clock';
import { Refusal } from '@insuremanager/services/platform/errors';
import { createLogger } from '@insuremanager/services/platform/logger';
import { createScheduler } from '@insuremanager/services/platform/scheduler/scheduler';
import { publicUrlOf, type Settings } from '../settings.js';
import type { Backend } from '../start/backend.js';
import type { FirstSignIn } from '../start/keys.js';
import { openAdapters, openBus } from './adapters.js';
import { scheduledJobs } from './jobs.js';
import { openServices, startNotifierOf } from './openServices.js';

export interface AppInput extends Backend {
  readonly settings: Settings;
  readonly dataDir: string;
  /** To be made when there is no user at all; undefined once it has been shown. */
  readonly firstSignIn: FirstSignIn | undefined;
}

export interface App {
  /** Where browsers reach it. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /**
   * Whether `firstSignIn` signs in: it was made now, or by a start that was killed before it
   * could be shown. False when there are other users.
   */
  readonly firstSignInWorks: boolean;
  /** Answers what is under way, then closes everything it opened. */
  stop(): Promise<void>;
}

/** From deploy/dist/roles to the built client. */
const WEB_ROOT = resolve(fileURLToPath(import.meta.url), '../../../../web/dist');

/** Starts the app: the gateway, the projector, the relay and the notifier in one process. */
export async function startApp(input: AppInput): Promise<App> {
  const { settings, firstSignIn, databaseUrl } = input;
  const logger = createLogger(settings.logLevel);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const adapters = await openAdapters(settings, { clock: systemClock, logger });
    const services = await openServices({
      ...input,
      logger,
      adapters,
      openBus: (parts) => openBus(settings, parts),
    });
    closing.push(services.close);
    const { platform, readModels } = services;
    readModels.start();
    services.relay?.start();
    const notifier = startNotifierOf(services, logger);
    if (notifier) closing.push(notifier.stop);

    const { host, port } = settings;
    const publicUrl = publicUrlOf(settings);
    const agencyName = async () => (await services.agency.letterhead()).name;
    const identity = await createIdentity(platform, { publicUrl, agencyName });
    closing.push(identity.close);
    const firstSignInWorks = firstSignIn ? await ensureFirst(identity, firstSignIn) : false;

    const jobs = scheduledJobs(services);
    const scheduler = createScheduler({ databaseUrl, clock: platform.clock, logger, jobs });

    const gateway = await createGateway({
      ...services,
      settings: {
        publicUrl,
        isPublicUrlGiven: settings.publicUrl !== undefined,
        trustedProxies: settings.trustedProxies,
        opsToken: settings.opsToken,
        webRoot: WEB_ROOT,
        streamLimits: { ...USUAL_STREAM_LIMITS, perUser: settings.streamsPerUser },
      },
      identity,
      scheduler,
      notifier,
      eventLogReachable: () => platform.eventLog.head().then(() => true),
      databaseReachable: () => platform.pool.query('SELECT 1').then(() => true),
      filesReachable: () => platform.files.check().then(() => true),
      sweepReports: platform.sweepReports,
      logger,
    });
    closing.push(gateway.close);
    const { opsListener } = settings;
    const ops = opsListener && (await listen(gateway.opsApp, opsListener));
    if (ops) closing.push(ops.stop);
    const listener = await listen(gateway.app, { host, port });
    // Both ports are free at once, while answers are under way: another start may wait for them.
    closing.push(() => Promise.all([listener.stop(), ops?.stop()]));
    closing.push(async () => gateway.endStreams());
    closing.push(scheduler.stop);
    scheduler.start();
    const url = publicUrlOf({ ...settings, port: listener.port });
    return { url, port: listener.port, firstSignInWorks, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes the first admin; when there is one, says whether this sign-in is theirs. */
async function ensureFirst(identity: Identity, first: FirstSignIn): Promise<boolean> {
  const { created } = await identity.ensureFirstAdmin(first);
  if (created) return true;
  const from = {
    address: '127.0.0.1',
    userAgent: '',
    correlationId: 'first-sign-in',
    token: null,
  };
  try {
    const { token } = await identity.signIn(first, from);
    await identity.signOut(token, from.correlationId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'unavailable') return false;
    throw error;
  }
}
