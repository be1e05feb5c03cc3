import { agencyEventDefinitions } from '@insuremanager/contracts/agency/agencyEvents';
import { customerAccessEventDefinitions } from '@insuremanager/contracts/customers/customerAccessEvents';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { documentEventDefinitions } from '@insuremanager/contracts/documents/documentEvents';
import { platformEventDefinitions } from '@insuremanager/contracts/events/platformEvents';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { reminderEventDefinitions } from '@insuremanager/contracts/reminders/reminderEvents';
import { renewalEventDefinitions } from '@insuremanager/contracts/renewals/renewalEvents';
import { type Agency, createAgency } from '@insuremanager/services/agency/index';
import { type Audit, auditProjector, createAudit } from '@insuremanager/services/audit/index';
import {
  type Customers,
  createCustomers,
  customerProjector,
} from '@insuremanager/services/customers/index';
import { createDashboard, type Dashboard } from '@insuremanager/services/dashboard/index';
import {
  createDocuments,
  type Documents,
  documentProjector,
} from '@insuremanager/services/documents/index';
import {
  createErasures,
  type Erasures,
  transactionProjector,
} from '@insuremanager/services/erasures/index';
import { createExports, type Exports } from '@insuremanager/services/exports/index';
import { usernamesOf } from '@insuremanager/services/identity/index';
import {
  createNotifications,
  type Notifications,
} from '@insuremanager/services/notifications/index';
import type { Bus } from '@insuremanager/services/platform/bus/bus';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { EventLogPlace } from '@insuremanager/services/platform/eventLog/openEventLog';
import type { Logger } from '@insuremanager/services/platform/logger';
import { observedBus } from '@insuremanager/services/platform/observed';
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
import { type Metrics, noMetrics } from '@insuremanager/services/platform/telemetry/metrics';
import {
  createPolicies,
  type Policies,
  policyProjector,
} from '@insuremanager/services/policies/index';
import {
  createQuotations,
  openPdfPrinter,
  type Quotations,
  quotationProjector,
} from '@insuremanager/services/quotations/index';
import {
  createNotices,
  createReminders,
  type NoticeSender,
  type Notifier,
  type Reminders,
  reminderProjector,
  startNotifier,
} from '@insuremanager/services/reminders/index';
import {
  createRenewals,
  type Renewals,
  renewalProjector,
} from '@insuremanager/services/renewals/index';
import { createSavedViews, type SavedViews } from '@insuremanager/services/savedViews/index';
import type { Adapters } from './adapters.js';

/** What this release knows of: a new capability adds its events and projectors here. */
export const eventDefinitions = [
  ...agencyEventDefinitions,
  ...customerEventDefinitions,
  ...customerAccessEventDefinitions,
  ...policyEventDefinitions,
  ...documentEventDefinitions,
  ...quotationEventDefinitions,
  ...reminderEventDefinitions,
  ...renewalEventDefinitions,
  ...userEventDefinitions,
];

/** Beside them those of the platform itself. */
export const allDefinitions = [...eventDefinitions, ...platformEventDefinitions];

export const projectors = [
  customerProjector,
  policyProjector,
  documentProjector,
  quotationProjector,
  reminderProjector,
  renewalProjector,
  transactionProjector,
  auditProjector,
];

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
export interface Services {
  readonly platform: Platform;
  /** Not projecting until `start()`. */
  readonly readModels: ReadModels;
  readonly agency: Agency;
  readonly customers: Customers;
  readonly policies: Policies;
  readonly documents: Documents;
  readonly quotations: Quotations;
  readonly reminders: Reminders;
  readonly renewals: Renewals;
  readonly erasures: Erasures;
  readonly notifications: Notifications;
  readonly savedViews: SavedViews;
  readonly dashboard: Dashboard;
  readonly audit: Audit;
  readonly exports: Exports;
  /** What sends reminders. Absent without adapters. */
  readonly notices?: NoticeSender;
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
    });
    const agency = createAgency(platform, adapters?.brokerage);
    adapters?.sender.namedBy(async () => (await agency.letterhead()).name);
    // They ask each other: who holds this, what does this one hold, what does that rest on.
    const customers: Customers = createCustomers(platform, readModels, {
      activePolicyNumbers: (customerId) => policies.activeNumbersOf(customerId),
      isKycDocument: (id, customerId) => documents.isKycOf(id, customerId),
      usernames: usernamesOf(platform),
    });
    const policies: Policies = createPolicies(platform, readModels, customers);
    const documents = createDocuments(platform, readModels, { customers, policies });
    const printer = openPdfPrinter();
    const quotations = createQuotations(platform, readModels, {
      customers,
      policies,
      printer,
      agency,
    });
    const notices =
      adapters &&
      createNotices(platform, { customers, policies, channels: adapters.channels, agency });
    const reminders = createReminders(platform, readModels, { customers, policies, notices });
    const renewals = createRenewals(platform, readModels, { policies });
    const erasures = createErasures(platform, readModels, {
      ...{ customers, policies, documents, quotations, reminders },
      retentionYears: async () => (await agency.settings()).retentionYears,
    });
    const sources = { customers, policies, quotations, reminders, renewals };
    const notifications = await createNotifications(platform, sources);
    const { clock } = platform;
    return {
      platform,
      readModels,
      agency,
      customers,
      policies,
      documents,
      quotations,
      reminders,
      renewals,
      erasures,
      notifications,
      savedViews: await createSavedViews(platform),
      exports: createExports(platform),
      dashboard: createDashboard({ tables: readModels, customers, policies, clock }),
      audit: createAudit(platform, readModels),
      notices,
      bus,
      relay,
      async close() {
        // At once: what the relay is publishing is given up when the bus closes.
        await Promise.all([relay?.stop(), bus?.close()]);
        await reminders.stop();
        await readModels.stop();
        await printer.close();
        await platform.close();
      },
    };
  } catch (error) {
    await bus?.close();
    await platform.close();
    throw error;
  }
}

const openRelayTo = (bus: Bus, platform: Platform, databaseUrl: string): Promise<Relay> => {
  const toBusMessage = createBusMessages(allDefinitions);
  return openRelay({ ...platform, name: RELAY_NAME, databaseUrl, bus, toBusMessage });
};

/** What sends reminders that were asked for. Undefined where nothing is sent. */
export const startNotifierOf = (
  { notices, reminders, readModels }: Pick<Services, 'notices' | 'reminders' | 'readModels'>,
  logger: Logger,
): Notifier | undefined => notices && startNotifier({ reminders, notices, readModels, logger });
