import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { notFound } from '../platform/errors.js';
import { recordReader } from '../platform/history.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { customerDecider } from './customer.js';
import { customerCommands } from './customerCommands.js';
import { customerHistory } from './customerHistory.js';
import { customerQueries } from './customerQueries.js';
import type { Customers, CustomerTies } from './customers.js';
import { customerView } from './customerView.js';
import { identityNumbers } from './identityNumbers.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock' | 'limits'>;

/** The capability "customers" over a platform, the read models that it serves, and what ties them. */
export function createCustomers(
  platform: Parts,
  tables: ReadTables,
  ties: CustomerTies,
): Customers {
  const { commands, vault } = platform;
  const reader = recordReader(platform, {
    thing: 'customer',
    decider: customerDecider,
    streamOf: customerStream,
    viewOf: (customer, version) =>
      customer.phase === 'existing' ? customerView(customer.record, version) : null,
    historyOf: customerHistory,
  });

  const { revealIdentityNumber, withReveals } = identityNumbers(platform);

  return {
    ...reader,
    history: async (id) => withReveals(id, await reader.history(id)),
    revealIdentityNumber,
    ...customerCommands(platform, ties),
    ...customerQueries(tables, createListCursors(vault), vault),

    async lastChangeOf(id) {
      const { state } = await commands.load(customerDecider, customerStream(id));
      if (state.phase === 'unknown') throw notFound('customer', id);
      return kolkataDay(state.record.changedAt);
    },

    async findStatus(id) {
      const { state } = await commands.load(customerDecider, customerStream(id));
      if (state.phase !== 'existing') return null;
      const { kycStatus, kycDocumentId, details } = state.record;
      return { kycStatus, kycDocumentId, isErased: details === null };
    },
  };
}
