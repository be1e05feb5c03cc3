import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerFilter,
  CustomerListRequest,
} from '@insuremanager/contracts/customers/customerViews';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { by, openSlices } from '../../platform/testing/serviceFixture.js';
import { createCustomers, customersSlice } from '../index.js';

/** Every lower number is that of a KYC document, whoever's it is asked for; there are no others. */
export const NO_DOCUMENT = 1000;

/** The capability over servers that are there, and short words for what its tests do with it. */
export async function openCustomerFixture(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const opened = await openSlices(servers, [customersSlice], { clock: { now: () => now } });
  const { platform, readModels, projected } = opened;
  const customers = createCustomers(platform, readModels, {
    policies: { activeNumbersOf: async () => [] },
    claims: { openNumbersOf: async () => [] },
    documents: { isKycOf: async (documentId) => documentId < NO_DOCUMENT },
  });

  const list = (filter: CustomerFilter, more: Partial<CustomerListRequest> = {}) =>
    customers.list({ filter, sort: 'added', direction: 'asc', limit: 50, ...more });

  return {
    ...opened,
    customers,
    list,
    namesOf: async (filter: CustomerFilter, more?: Partial<CustomerListRequest>) =>
      (await list(filter, more)).items.map(({ name }) => name),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    register: async (fields: object, context?: Partial<CommandContext>) => {
      const input = CustomerInput.parse({ phone: '9876500000', ...fields });
      return (await projected(await customers.create(input, by(context)))).record;
    },
    update: async (id: number, fields: object, context?: Partial<CommandContext>) =>
      projected(await customers.update(id, CustomerPatch.parse(fields), by(context))),
  };
}
