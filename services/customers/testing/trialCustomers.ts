import { randomBytes, randomUUID } from 'node:crypto';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerFilter,
  CustomerListRequest,
} from '@insuremanager/contracts/customers/customerViews';
import type { CommandContext } from '../../platform/commands/command.js';
import { createLogger } from '../../platform/logger.js';
import { openPlatform } from '../../platform/platform.js';
import { openReadModels } from '../../platform/readModels/readModels.js';
import { type CustomerReceipt, createCustomers, customerProjector } from '../index.js';

const SHOWN_WITHIN_MS = 10_000;

/** A command of one agent, under an id of its own. */
export const by = (context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
  ...context,
});

/** Every lower number is that of a KYC document, whoever's it is asked for; there are no others. */
export const NO_DOCUMENT = 1000;

/** The capability over servers that are there, and short words for what its tests do with it. */
export async function openTrialCustomers(servers: { databaseUrl: string; eventStoreUrl: string }) {
  let now = new Date('2026-04-01T06:00:00Z');
  const platform = await openPlatform({
    ...servers,
    masterKey: randomBytes(32),
    definitions: customerEventDefinitions,
    clock: { now: () => now },
    logger: createLogger('silent'),
  });
  const { databaseUrl } = servers;
  const projectors = [customerProjector];
  const readModels = await openReadModels({ ...platform, databaseUrl, projectors });
  readModels.start();
  const customers = createCustomers(platform, readModels, {
    activePolicyNumbers: async () => [],
    isKycDocument: async (documentId) => documentId < NO_DOCUMENT,
  });

  /** Waits until the lists show it. @throws when they do not in time. */
  const shown = async <Receipt extends Pick<CustomerReceipt, 'position'>>(
    receipt: Receipt,
  ): Promise<Receipt> => {
    const { position } = receipt;
    if (position && !(await readModels.waitFor(position, SHOWN_WITHIN_MS))) {
      throw new Error('The lists do not show it in time');
    }
    return receipt;
  };
  const list = (filter: CustomerFilter, more: Partial<CustomerListRequest> = {}) =>
    customers.list({ filter, sort: 'added', direction: 'asc', limit: 50, ...more });

  return {
    databaseUrl,
    projectors,
    platform,
    readModels,
    customers,
    shown,
    list,
    namesOf: async (filter: CustomerFilter, more?: Partial<CustomerListRequest>) =>
      (await list(filter, more)).items.map(({ name }) => name),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    register: async (fields: object, context?: Partial<CommandContext>) => {
      const input = CustomerInput.parse({ phone: '9876500000', ...fields });
      return (await shown(await customers.register(input, by(context)))).customer;
    },
    update: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      shown(await customers.update(id, CustomerPatch.parse(fields), by(context))),
    async close() {
      await readModels.stop();
      await platform.close();
    },
  };
}

export type TrialCustomers = Awaited<ReturnType<typeof openTrialCustomers>>;
