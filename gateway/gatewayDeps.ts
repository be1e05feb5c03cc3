import type { DeclaredRecord } from '@insuremanager/contracts/records/declaredRecords';
import type { ChangedRecord, ListedRecord } from '@insuremanager/contracts/records/records';
import type { Agency } from '@insuremanager/services/agency/index';
import type { Audit } from '@insuremanager/services/audit/index';
import type { Breaches } from '@insuremanager/services/breaches/index';
import type { Claims } from '@insuremanager/services/claims/index';
import type { CommissionStatements } from '@insuremanager/services/commission/index';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Dashboard } from '@insuremanager/services/dashboard/index';
import type { Documents } from '@insuremanager/services/documents/index';
import type { Erasures } from '@insuremanager/services/erasures/index';
import type { Exports } from '@insuremanager/services/exports/index';
import type { Households } from '@insuremanager/services/households/index';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Imports } from '@insuremanager/services/imports/index';
import type { Instalments } from '@insuremanager/services/instalments/index';
import type { Integrity } from '@insuremanager/services/integrity/index';
import type { Leads } from '@insuremanager/services/leads/index';
import type { MyDay } from '@insuremanager/services/myDay/index';
import type { Notifications } from '@insuremanager/services/notifications/index';
import type { PastOffices } from '@insuremanager/services/pastOffices/index';
import type { PersonalData } from '@insuremanager/services/personalData/index';
import type { PersonRequests } from '@insuremanager/services/personRequests/index';
import type { SweepReports } from '@insuremanager/services/platform/files/sweepReports';
import type { RateLimits } from '@insuremanager/services/platform/limits/rateLimits';
import type { TakeSlot } from '@insuremanager/services/platform/locks/locks';
import type { Logger } from '@insuremanager/services/platform/logger';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import type {
  ListService,
  RecordService,
  WithinBooks,
} from '@insuremanager/services/platform/records/recordService';
import type { Relay } from '@insuremanager/services/platform/relay/relay';
import type { Scheduler } from '@insuremanager/services/platform/scheduler/scheduler';
import type { Metrics } from '@insuremanager/services/platform/telemetry/metrics';
import type { Policies } from '@insuremanager/services/policies/index';
import type { PrivacyNoticeVersions } from '@insuremanager/services/privacyNotices/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import type { Notifier, Reminders } from '@insuremanager/services/reminders/index';
import type { Renewals } from '@insuremanager/services/renewals/index';
import type { Replays } from '@insuremanager/services/replay/index';
import type { ReportMails, Reports } from '@insuremanager/services/reports/index';
import type { Retention } from '@insuremanager/services/retention/index';
import type { SavedViews } from '@insuremanager/services/savedViews/index';
import type { Schedules } from '@insuremanager/services/schedules/index';
import type { Tasks } from '@insuremanager/services/tasks/index';
import type { Webhooks } from '@insuremanager/services/webhooks/index';
import type { StreamLimits } from './graphql/openStreams.js';
import type { Exposition } from './metrics/metricsRoute.js';
import type { TakeBrowserSpans } from './tracing/browserSpans.js';

export interface GatewaySettings {
  /**
   * Where people reach the site. An https address makes cookies Secure and makes browsers stay with
   * TLS.
   */
  readonly publicUrl: string;
  /**
   * Whether somebody has said so: then no other origin is our own. Where nobody has, any name is by
   * which a browser reaches us.
   */
  readonly isPublicUrlGiven: boolean;
  /**
   * Addresses of proxies whose `X-Forwarded-For` is believed, as Express's `trust proxy` takes
   * them. None by default: anybody could write that header, and guess passwords from "everywhere".
   */
  readonly trustedProxies?: string | undefined;
  /**
   * Who sends it as `Authorization: Bearer` may read figures and the details of health where
   * everybody connects. Nobody may when left out.
   */
  readonly opsToken?: string | undefined;
  /** Folder of the built web client. */
  readonly webRoot: string;
  /** The usual ones when left out. */
  readonly streamLimits?: StreamLimits;
}

type ServiceOf<Of extends ListedRecord> = Of extends ChangedRecord
  ? RecordService<Of>
  : ListService<Of>;

/** What the faces call of each kind of records, which follows from their declarations. */
export type RecordCapabilities = {
  readonly [Of in DeclaredRecord as Of['many']]: ServiceOf<Of> & WithinBooks<ServiceOf<Of>>;
};

/**
 * What the faces of the gateway call, of all books; `books.ts` says what of it is in one. Of records
 * those are named here that can do more than all can.
 */
export interface AllCapabilities extends RecordCapabilities {
  readonly customers: Customers;
  readonly policies: Policies;
  readonly documents: Documents;
  readonly quotations: Quotations;
  readonly claims: Claims;
  readonly leads: Leads;
  readonly tasks: Tasks;
  readonly commissionStatements: CommissionStatements;
  readonly reminders: Reminders;
  readonly renewals: Renewals;
  readonly instalments: Instalments;
  readonly households: Households;
  readonly myDay: MyDay;
  readonly dashboard: Dashboard;
  readonly reports: Reports;
  readonly reportMails: ReportMails;
  readonly erasures: Erasures;
  readonly retention: Omit<Retention, 'resumeSweeps' | 'stop'>;
  readonly pastOffices: Pick<PastOffices<PastCapabilities>, 'open' | 'find' | 'list' | 'of'>;
  readonly integrity: Pick<Integrity, 'view' | 'verify' | 'dossier' | 'dossierPdf'>;
  readonly replay: Replays;
  readonly personalData: PersonalData;
  readonly notifications: Notifications;
  readonly webhooks: Omit<Webhooks, 'start' | 'stop'>;
  readonly personRequests: PersonRequests;
  readonly breaches: Breaches;
  readonly savedViews: SavedViews;
  readonly schedules: Schedules;
  readonly audit: Audit;
  readonly agency: Agency;
  readonly privacyNotices: PrivacyNoticeVersions;
  readonly exports: Exports;
  readonly imports: Imports;
}

/** All but what leads to it: there is no past of a past. */
export type PastCapabilities = Omit<AllCapabilities, 'pastOffices'>;

/** What a process may need for its work. `readModels`: built once, however far behind by now. */
export type Need = 'database' | 'eventLog' | 'readModels';

/** Everything that the gateway needs, made in deploy/. */
export interface GatewayDeps extends AllCapabilities {
  readonly settings: GatewaySettings;
  readonly identity: Identity;
  readonly readModels: Pick<ReadModels, 'waitFor' | 'status' | 'isBuilt' | 'poolUse' | 'onChanges'>;
  /** Of uploads, whichever gateway takes them. */
  readonly takeSlot: TakeSlot;
  /** Counted by all gateways together. */
  readonly limits: RateLimits;
  /** Of the jobs that this process may run; absent where it runs none. */
  readonly scheduler?: Pick<Scheduler, 'status'>;
  /** Of the messages for other systems; absent where there is no bus. */
  readonly relay?: Pick<Relay, 'status'>;
  /** Of what sends reminders; absent where there is no bus. */
  readonly notifier?: Pick<Notifier, 'status'>;
  /** Without which `/health/ready` says no. */
  readonly needs: readonly Need[];
  /** Whether the process was asked to stop: from then on no new requests are to be sent to it. */
  isStopping(): boolean;
  /** False, or a rejection, when it is not: for `/health/ready`. */
  eventLogReachable(): Promise<boolean>;
  /** What is wrong with the log that answers, for operators; null: nothing, or none answers. */
  logProblem(): string | null;
  databaseReachable(): Promise<boolean>;
  filesReachable(): Promise<boolean>;
  /** How the sweeps of stored files ended. */
  readonly sweepReports: Pick<SweepReports, 'all'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly exposition: Exposition;
  /** Takes the spans of browsers; absent where nothing is traced. */
  readonly takeBrowserSpans?: TakeBrowserSpans | undefined;
}
