import type { ParquetExports } from '@insuremanager/services/analytics/index';
import type { Breaches } from '@insuremanager/services/breaches/index';
import type { Claims } from '@insuremanager/services/claims/index';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Documents } from '@insuremanager/services/documents/index';
import type { Erasures } from '@insuremanager/services/erasures/index';
import type { Exports } from '@insuremanager/services/exports/index';
import type { Imports } from '@insuremanager/services/imports/index';
import type { Leads } from '@insuremanager/services/leads/index';
import type { LogTree } from '@insuremanager/services/platform/logTree/logTree';
import {
  type HeadKeepers,
  keepLogTree,
  mailHead,
} from '@insuremanager/services/platform/logTree/publishHeads';
import { rewriteTables } from '@insuremanager/services/platform/operations/rewriteTables';
import { pause } from '@insuremanager/services/platform/pauses';
import type { Platform } from '@insuremanager/services/platform/platform';
import { dropOldSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import type { Job } from '@insuremanager/services/platform/scheduler/job';
import type { Policies } from '@insuremanager/services/policies/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import type { Reminders } from '@insuremanager/services/reminders/index';
import type { ReportMails } from '@insuremanager/services/reports/index';
import type { Retention } from '@insuremanager/services/retention/index';

export interface JobServices {
  readonly policies: Pick<Policies, 'expireDue'>;
  readonly customers: Pick<Customers, 'finishMerges'>;
  readonly erasures: Pick<Erasures, 'resume'>;
  readonly retention: Pick<Retention, 'resumeSweeps'>;
  readonly documents: Pick<Documents, 'sweep'>;
  readonly exports: Pick<Exports, 'expire' | 'sweep'>;
  readonly imports: Pick<Imports, 'expire' | 'sweep'>;
  readonly quotations: Pick<Quotations, 'recover' | 'sweep'>;
  readonly claims: Pick<Claims, 'recover'>;
  readonly leads: Pick<Leads, 'follow' | 'eraseOld' | 'resumeErasures'>;
  readonly reminders: Pick<Reminders, 'requestDue' | 'resumeBulks'>;
  readonly reportMails: Pick<ReportMails, 'sendDue'>;
  readonly breaches: Pick<Breaches, 'sendLetters'>;
  /** Where people reach the site: emails lead there. */
  readonly publicUrl: string;
  readonly platform: Pick<Platform, 'pool' | 'logger' | 'clock' | 'mailer'>;
  readonly pastOffices: { dropUnused(): Promise<void> };
  readonly logTree: LogTree;
  readonly headKeepers: HeadKeepers;
  readonly parquet: ParquetExports;
  readonly parquetDir: string | undefined;
  readonly readModels: Pick<ReadModels, 'schema' | 'rebuild' | 'isBuilt'>;
}

/** So long has the release that is replaced, or that is gone back to, found its read models. */
const OLD_READ_MODELS_REST_MS = 24 * 60 * 60 * 1000;

/** How often it is looked whether lists can be read at last. */
const LISTS_LOOKED_AT_MS = 1_000;

/** What removes for ever does not come with a start, which may have been one on the wrong data. */
const SWEEPS_REST_MS = 60 * 60 * 1000;

/**
 * What the system does by itself. Policies are looked at every minute, not once a day: one
 * that is entered or imported when its term is over is expired as well, and one that is about to
 * end is reminded of.
 */
export const scheduledJobs = ({
  policies,
  documents,
  exports,
  imports,
  quotations,
  claims,
  leads,
  reminders,
  customers,
  erasures,
  retention,
  pastOffices,
  reportMails,
  breaches,
  publicUrl,
  platform,
  logTree,
  headKeepers: keepers,
  parquet,
  parquetDir,
  readModels,
}: JobServices): Job[] => [
  {
    name: 'expire-policies',
    every: 'minute',
    run: async (today, signal) => void (await policies.expireDue(today, signal)),
  },
  {
    name: 'recover-quotations',
    every: 'minute',
    run: async (_today, signal) => void (await quotations.recover(signal)),
  },
  {
    name: 'recover-claims',
    every: 'minute',
    run: async (_today, signal) => void (await claims.recover(signal)),
  },
  {
    name: 'follow-leads',
    every: 'minute',
    run: async (_today, signal) => void (await leads.follow(signal)),
  },
  {
    name: 'resume-lead-erasures',
    every: 'minute',
    run: async (_today, signal) => void (await leads.resumeErasures(signal)),
  },
  {
    name: 'erase-old-leads',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (today, signal) => void (await leads.eraseOld(today, signal)),
  },
  {
    name: 'request-reminders',
    every: 'minute',
    run: async (_today, signal) => void (await reminders.requestDue(signal)),
  },
  {
    name: 'resume-bulk-reminders',
    every: 'minute',
    run: (_today, signal) => reminders.resumeBulks(signal),
  },
  {
    name: 'send-breach-letters',
    every: 'minute',
    run: async (_today, signal) => void (await breaches.sendLetters(signal)),
  },
  {
    name: 'finish-merges',
    every: 'minute',
    run: async (_today, signal) => void (await customers.finishMerges(signal)),
  },
  {
    name: 'resume-erasures',
    every: 'minute',
    run: async (_today, signal) => void (await erasures.resume(signal)),
  },
  {
    name: 'resume-retention-sweeps',
    every: 'minute',
    run: (_today, signal) => retention.resumeSweeps(signal),
  },
  {
    name: 'drop-past-offices',
    every: 'minute',
    run: () => pastOffices.dropUnused(),
  },
  {
    name: 'expire-exports',
    every: 'minute',
    run: (_today, signal) => exports.expire(signal),
  },
  {
    name: 'expire-imports',
    every: 'minute',
    run: (_today, signal) => imports.expire(signal),
  },
  {
    name: 'keep-log-tree',
    every: 'minute',
    run: (_today, signal) => keepLogTree({ ...platform, logTree, keepers }, signal),
  },
  {
    name: 'mail-log-head',
    every: 'day',
    run: (today, signal) => mailHead({ ...platform, logTree, keepers }, today, signal),
  },
  {
    name: 'export-parquet',
    every: 'day',
    run: async (today, signal) =>
      void (parquetDir && (await parquet.exportDaily(parquetDir, today, signal))),
  },
  {
    name: 'mail-reports',
    every: 'day',
    async run(today, signal) {
      // Figures of lists that are being made would be nought, and sent once for all.
      while (!signal.aborted && !(await readModels.isBuilt()))
        await pause(LISTS_LOOKED_AT_MS, signal);
      if (!signal.aborted) await reportMails.sendDue({ today, publicUrl, signal });
    },
  },
  {
    name: 'sweep-pdfs',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (_today, signal) => void (await quotations.sweep(signal)),
  },
  {
    name: 'sweep-documents',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (_today, signal) => void (await documents.sweep(signal)),
  },
  {
    name: 'sweep-exports',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (_today, signal) => void (await exports.sweep(signal)),
  },
  {
    name: 'sweep-imports',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (_today, signal) => void (await imports.sweep(signal)),
  },
  {
    // They would show people who are erased since.
    name: 'drop-old-read-models',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async () => {
      const rested = { restedMs: OLD_READ_MODELS_REST_MS };
      await dropOldSchemas(platform.pool, readModels.schema, rested);
    },
  },
  {
    name: 'rewrite-after-erasures',
    every: 'day',
    restsMs: SWEEPS_REST_MS,
    run: async (_today, signal) => void (await rewriteTables({ ...platform, readModels }, signal)),
  },
];
