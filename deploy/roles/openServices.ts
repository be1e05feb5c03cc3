import { type Customers, createCustomers } from '@insuremanager/services/customers/index';
import { createDashboard, type Dashboard } from '@insuremanager/services/dashboard/index';
import { createDocuments, type Documents } from '@insuremanager/services/documents/index';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { Logger } from '@insuremanager/services/platform/logger';
import { openPlatform, type Platform } from '@insuremanager/services/platform/platform';
import {
  openReadModels,
  type ReadModels,
} from '@insuremanager/services/platform/readModels/readModels';
import type { ProjectionHooks } from '@insuremanager/services/platform/readModels/runner';
import { createPolicies, type Policies } from '@insuremanager/services/policies/index';
import {
  createQuotations,
  openPdfPrinter,
  type Quotations,
} from '@insuremanager/services/quotations/index';
import { eventDefinitions, projectors } from './capabilities.js';
import type { Outlets } from './outlets.js';

export interface ServicesInput {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly hooks?: ProjectionHooks;
  /** Closed with the services. Absent where no file and no email is touched. */
  readonly outlets?: Outlets;
}

/** The capabilities and what they stand on: made here, once per process. */
export interface Services {
  readonly platform: Platform;
  /** Not projecting until `start()`. */
  readonly readModels: ReadModels;
  readonly customers: Customers;
  readonly policies: Policies;
  readonly documents: Documents;
  readonly quotations: Quotations;
  readonly dashboard: Dashboard;
  close(): Promise<void>;
}

/** @throws when Postgres cannot be reached or the master key is another one. */
export async function openServices(input: ServicesInput): Promise<Services> {
  const { outlets } = input;
  const platform = await openPlatform({ ...input, ...outlets, definitions: eventDefinitions });
  try {
    const readModels = await openReadModels({
      ...platform,
      databaseUrl: input.databaseUrl,
      projectors,
      hooks: input.hooks,
    });
    // They ask each other: who holds this, what does this one hold, what does that rest on.
    const customers: Customers = createCustomers(platform, readModels, {
      activePolicyNumbers: (customerId) => policies.activeNumbersOf(customerId),
      isKycDocument: (id, customerId) => documents.isKycOf(id, customerId),
    });
    const policies: Policies = createPolicies(platform, readModels, customers);
    const documents = createDocuments(platform, readModels, { customers, policies });
    const printer = openPdfPrinter();
    const quotations = createQuotations(platform, readModels, {
      customers,
      policies,
      printer,
      letterhead: outlets?.letterhead ?? { name: '' },
    });
    const { clock } = platform;
    return {
      platform,
      readModels,
      customers,
      policies,
      documents,
      quotations,
      dashboard: createDashboard({ tables: readModels, customers, policies, clock }),
      async close() {
        await readModels.stop();
        await printer.close();
        await platform.close();
      },
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}
