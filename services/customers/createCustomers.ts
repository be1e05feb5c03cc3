import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import { endOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { type Customer, customerDecider } from './customer.js';
import { customerCommands } from './customerCommands.js';
import { findDuplicates } from './customerDuplicates.js';
import { customerHistory } from './customerHistory.js';
import { customerQueries } from './customerQueries.js';
import type { Customers, CustomerTies } from './customers.js';
import { customerView } from './customerView.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock'>;

/** The capability "customers" over a platform, the read models that it serves, and what ties them. */
export function createCustomers(
  platform: Parts,
  tables: ReadTables,
  ties: CustomerTies,
): Customers {
  const { commands, vault } = platform;
  const eventsOf = (id: number): Promise<RecordedEvent<CustomerEvent>[]> =>
    commands.readHistory<CustomerEvent>(customerStream(id));
  const fingerprint = vault.fingerprint.bind(vault);

  return {
    ...customerCommands(platform, ties),
    ...customerQueries(tables, createListCursors(vault)),

    duplicates: (probe, exceptId) => findDuplicates(tables, fingerprint, probe, exceptId),

    async current(id) {
      const { state, version } = await commands.load(customerDecider, customerStream(id));
      return state.phase === 'kept' && version !== null
        ? customerView(state.record, version)
        : null;
    },

    async standing(id) {
      const { state } = await commands.load(customerDecider, customerStream(id));
      if (state.phase !== 'kept') return null;
      const { kycStatus, kycDocumentId, details } = state.record;
      return { kycStatus, kycDocumentId, isErased: details === null };
    },

    async history(id) {
      const events = await eventsOf(id);
      if (events.length === 0) throw notFound('customer', id);
      return customerHistory(events);
    },

    async asOf(id, day) {
      const end = endOfKolkataDay(day);
      const events = (await eventsOf(id)).filter((event) => event.at < end);
      const customer = events.reduce<Customer>(customerDecider.evolve, customerDecider.initial);
      const last = events.at(-1);
      return customer.phase === 'kept' && last
        ? customerView(customer.record, Number(last.revision))
        : null;
    },
  };
}
