import { platformEventDefinitions } from '@insuremanager/contracts/events/platformEvents';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { exportSources } from '@insuremanager/gateway/exports/exportFile';
import {
  ANALYTICS,
  ANALYTICS_WITHOUT_LOG,
  createParquetExports,
  type ParquetExports,
} from '@insuremanager/services/analytics/index';
import { auditSlice } from '@insuremanager/services/audit/index';
import { createExporter, type Exporter, type Exports } from '@insuremanager/services/exports/index';
import { createIdentity, type Identity } from '@insuremanager/services/identity/index';
import { createImporter, type Importer } from '@insuremanager/services/imports/index';
import { createPastOffices, type PastOffices } from '@insuremanager/services/pastOffices/index';
import type { Bus } from '@insuremanager/services/platform/bus/bus';
import type { Clock } from '@insuremanager/services/platform/clock';
import { conflict } from '@insuremanager/services/platform/errors';
import type { EventLogPlace } from '@insuremanager/services/platform/eventLog/openEventLog';
import type { Logger } from '@insuremanager/services/platform/logger';
import { requireLogOf } from '@insuremanager/services/platform/logIdentity';
import { type LogTree, openLogTree } from '@insuremanager/services/platform/logTree/logTree';
import type { HeadKeepers } from '@insuremanager/services/platform/logTree/publishHeads';
import { observedBus } from '@insuremanager/services/platform/observed';
import { type OwnedPart, ownedAmong } from '@insuremanager/services/platform/ownedRecords';
import { pastPlatform } from '@insuremanager/services/platform/pastPlatform';
import { openPlatform, type Platform } from '@insuremanager/services/platform/platform';
import type { Projector } from '@insuremanager/services/platform/readModels/projector';
import {
  openReadModels,
  type ReadModels,
} from '@insuremanager/services/platform/readModels/readModels';
import type { ProjectionHooks } from '@insuremanager/services/platform/readModels/runner';
import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import { createBusMessages } from '@insuremanager/services/platform/relay/busMessages';
import { openRelay, type Relay } from '@insuremanager/services/platform/relay/relay';
import { RELAY_NAME } from '@insuremanager/services/platform/relay/relayStatus';
import {
  type AnySlice,
  partsOf,
  type Slice,
  type SliceTables,
} from '@insuremanager/services/platform/slice';
import { type Metrics, noMetrics } from '@insuremanager/services/platform/telemetry/metrics';
import { openPdfPrinter } from '@insuremanager/services/printing/index';
import { type Notifier, startNotifier } from '@insuremanager/services/reminders/index';
import { openScheduleReader } from '@insuremanager/services/schedules/index';
import type { WebhookParts } from '@insuremanager/services/webhooks/index';
import type { Adapters } from './adapters.js';
import { buildInThread } from './buildPastOffice.js';
import { SLICES } from './slices.js';

const slices = { ...SLICES, audit: auditSlice(Object.values(SLICES)) };
type Slices = typeof slices;
type Capabilities = {
  readonly [Name in keyof Slices]: Awaited<ReturnType<Slices[Name]['open']>>;
};

/** Those that answer what was; all others know of today alone. */
const {
  savedViews: _savedViews,
  schedules: _schedules,
  erasures: _erasures,
  retention: _retention,
  personRequests: _personRequests,
  breaches: _breaches,
  notifications: _notifications,
  exports: _exports,
  imports: _imports,
  integrity: _integrity,
  webhooks: _webhooks,
  personalData: _personalData,
  ...pastSlices
} = slices;

const { definitions, projectors } = partsOf(Object.values(slices));
export const { projectors: pastProjectors } = partsOf(Object.values(pastSlices));

export { projectors };

/** With those of users, whom the gateway opens. */
export const eventDefinitions = [...definitions, ...userEventDefinitions];
/** With those of the platform itself. */
export const allDefinitions = [...eventDefinitions, ...platformEventDefinitions];

export interface ServicesInput extends EventLogPlace {
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** The one before it, while a rotation is not finished. */
  readonly oldMasterKey?: Buffer;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly hooks?: ProjectionHooks;
  /** Those of this release when left out. */
  readonly projectors?: readonly Projector[];
  /** Also a copy of the log that ends before the read models do is worked on, so as to rebuild them. */
  readonly isOlderLogAccepted?: boolean;
  /** Absent where nobody reads them. */
  readonly metrics?: Metrics;
  /** Closed with the services. Absent where no file and no email is touched. */
  readonly adapters?: Adapters;
  /**
   * What messages for other systems are published on; closed with the services. Absent where nobody
   * listens, and where nothing is published, as by most commands.
   */
  readonly bus?: Bus | undefined;
}

/** The capabilities and what they stand on: made here, once per process. */
export interface Services extends Capabilities, OwnedPart {
  readonly platform: Platform;
  /** Not projecting until `start()`. */
  readonly readModels: ReadModels;
  readonly logTree: LogTree;
  readonly pastOffices: PastOffices<Capabilities>;
  /** Who keeps its signed heads. */
  readonly headKeepers: HeadKeepers;
  readonly parquet: ParquetExports;
  /** Where its files are written each night; undefined: nowhere. */
  readonly parquetDir: string | undefined;
  /** What messages are published on. */
  readonly bus?: Bus;
  /** Not relaying until `start()`. Absent without a bus. */
  readonly relay?: Relay;
  close(): Promise<void>;
}

/** @throws as `openPlatform` does. */
export async function openServices(input: ServicesInput): Promise<Services> {
  const { adapters, isOlderLogAccepted = false } = input;
  const ofRelease = input.projectors ?? projectors;
  const bus = input.bus && observedBus(input.bus, input.metrics ?? noMetrics);
  const platform = await openPlatform({
    ...input,
    ...adapters,
    definitions: eventDefinitions,
    readSchema: isOlderLogAccepted ? undefined : readSchemaOf(ofRelease).name,
  }).catch(async (error: unknown) => {
    await bus?.close();
    throw error;
  });
  try {
    const relay = bus && (await openRelayTo(bus, platform, input.databaseUrl));
    const readModels = await openReadModels({
      ...platform,
      databaseUrl: input.databaseUrl,
      projectors: ofRelease,
      hooks: input.hooks,
      views: input.eventStoreUrl ? ANALYTICS_WITHOUT_LOG : ANALYTICS,
    });
    const { pool, eventLog } = platform;
    const logId = () => requireLogOf(pool, eventLog);
    const logTree = await openLogTree({ ...platform, logId });
    const { databaseUrl } = input;
    const parquet = createParquetExports({
      ...{ ...platform, databaseUrl, logId, schema: readModels.schema },
    });
    const printer = openPdfPrinter();
    const scheduleReader = openScheduleReader();
    const { channels, brokerage, isDemo, processors } = adapters ?? {};
    const headKeepers = adapters?.headKeepers ?? { folder: undefined, addresses: [] };
    const webhookParts: WebhookParts = {
      ...{ databaseUrl, toBusMessage: createBusMessages(allDefinitions) },
      allowsPrivate: adapters?.allowsPrivateWebhooks ?? false,
    };
    const beside = {
      ...{ printer, scheduleReader, channels, brokerage, isDemo, processors },
      ...{ logTree, headKeepers, webhookParts },
      owned: ownedAmong(Object.values(slices)),
    };
    const opened = await openSlices(
      slices,
      platform,
      readModels,
      beside as typeof beside & Capabilities,
    );
    const pastOffices = await createPastOffices<Capabilities>(platform, {
      // Threads know this release alone.
      past: input.projectors
        ? readModels.past
        : { ...readModels.past, build: buildInThread(input) },
      openAt: (moment, tables) =>
        openSlices(
          pastSlices,
          pastPlatform(platform, moment),
          { ...tables, waitFor: async () => true },
          // What is taken out of it is recorded today.
          {
            ...opened,
            exports: exportsOn(opened.exports, moment),
            present: { customers: opened.customers, commands: platform.commands },
          },
        ),
    });
    adapters?.sender.namedBy(async () => (await opened.agency.letterhead()).name);
    return {
      ...opened,
      pastOffices,
      platform,
      readModels,
      logTree,
      ...{ parquet, parquetDir: adapters?.parquetDir },
      bus,
      relay,
      async close() {
        // At once: what the relay is publishing is given up when the bus closes.
        await Promise.all([relay?.stop(), bus?.close()]);
        await opened.webhooks.stop();
        await Promise.all([opened.integrity.stop(), pastOffices.stop()]);
        await Promise.all([opened.reminders.stop(), opened.retention.stop()]);
        await readModels.stop();
        await Promise.all([printer.close(), scheduleReader.close()]);
        await platform.close();
      },
    };
  } catch (error) {
    await bus?.close();
    await platform.close();
    throw error;
  }
}

/** Opens capabilities one after another, each beside those before it, in an object of its own. */
async function openSlices<Opened extends object>(
  some: Readonly<Record<string, AnySlice>>,
  platform: Platform,
  tables: SliceTables,
  beside: Opened,
): Promise<Opened> {
  const opened = { ...beside };
  for (const [name, slice] of Object.entries(some)) {
    const { open } = slice as Slice<Opened, unknown>;
    Object.assign(opened, { [name]: await open(platform, tables, opened) });
  }
  return opened;
}

/** Files that are taken out of a past office bear its day. */
const exportsOn = (exports: Exports, moment: Date): Exports => ({
  ...exports,
  async ask() {
    // The exporter reads the lists of today.
    throw conflict('only-today', 'Of a past day, a list is exported at once.');
  },
  async begin(request, context) {
    await exports.begin(request, context);
    return { day: kolkataDay(new Date(moment.getTime() - 1)) };
  },
});

/** Accounts, whose emails bear the agency's name; closed by whoever opens them. */
export const openIdentity = (
  { platform, agency }: Pick<Services, 'platform' | 'agency'>,
  publicUrl: string,
): Promise<Identity> => {
  const agencyName = async () => (await agency.letterhead()).name;
  return createIdentity(platform, { publicUrl, agencyName });
};

/** Waits until lists show all that is in the log now; false when they do not in time. */
export async function caughtUp(
  { platform, readModels }: Pick<Services, 'platform' | 'readModels'>,
  timeoutMs = 60_000,
): Promise<boolean> {
  const head = await platform.eventLog.head();
  return head === null || readModels.waitFor(head, timeoutMs);
}

const openRelayTo = (bus: Bus, platform: Platform, databaseUrl: string): Promise<Relay> => {
  const toBusMessage = createBusMessages(allDefinitions);
  return openRelay({ ...platform, name: RELAY_NAME, databaseUrl, bus, toBusMessage });
};

/** What makes the exports that were asked for. Not at work until it is started. */
export const exporterOf = (
  services: Services,
  identity: Pick<Identity, 'activeUsers'>,
  databaseUrl: string,
): Exporter =>
  createExporter({
    ...services.platform,
    databaseUrl,
    isReady: services.readModels.isBuilt,
    findUser: async (userId) =>
      (await identity.activeUsers()).find((user) => user.userId === userId) ?? null,
    openSource: exportSources({ ...services, all: services, ownBook: services.agency.ownBook }),
  });

/** What works imports off. Not at work until it is started. */
export const importerOf = (
  services: Services,
  identity: Pick<Identity, 'activeUsers'>,
  databaseUrl: string,
): Importer =>
  createImporter({
    ...services,
    ...services.platform,
    tables: services.readModels,
    databaseUrl,
    isReady: services.readModels.isBuilt,
    findUser: async (userId) =>
      (await identity.activeUsers()).find((user) => user.userId === userId) ?? null,
  });

/** What sends reminders that were asked for. Undefined where nothing is sent. */
export const startNotifierOf = (
  { notices, reminders, readModels }: Pick<Services, 'notices' | 'reminders' | 'readModels'>,
  logger: Logger,
): Notifier | undefined => notices && startNotifier({ reminders, notices, readModels, logger });
