/** As `roles/serve.js`, of a release that projects more: its read models have a schema of their own. */
import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { defineProjector } from '@insuremanager/services/platform/readModels/projector';
import { projectors } from '../roles/openServices.js';
import { serveRole } from '../roles/serveRole.js';
import { endWith } from '../start/endWith.js';

const registrations = defineProjector<Extract<CustomerEvent, { type: 'CustomerRegistered' }>>()({
  name: 'registrations of the next release',
  version: 1,
  tables: [
    {
      name: 'registrations',
      key: 'customer_id',
      columns: { customer_id: { type: 'integer' }, registered_at: { type: 'timestamptz' } },
      indexes: ['(registered_at)'],
      book: 'none',
    },
  ],
  on: {
    CustomerRegistered: ({ data, at }, rows) => {
      rows.put('registrations', { customer_id: data.customerId, registered_at: at });
    },
  },
});

endWith(serveRole(process.argv.slice(2), { projectors: [...projectors, registrations] }));
