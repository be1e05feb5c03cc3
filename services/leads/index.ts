import { leadEventDefinitions } from '@insuremanager/contracts/leads/leadEvents';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { defineSlice } from '../platform/slice.js';
import { createLeads, type Leads } from './createLeads.js';
import { leadDecider } from './lead.js';
import { leadProjector, leadsTable } from './leadTables.js';

export type { LeadsOfBook } from './createLeads.js';
export type { LeadAgent } from './leadOwners.js';
export { createLeads, type Leads, leadDecider, leadsTable };

export const leadsSlice = defineSlice({
  events: leadEventDefinitions,
  projectors: [leadProjector],
  owned: {
    declared: leadRecord,
    table: leadsTable,
    purpose: 'To know what you asked us for before you became our customer.',
    // It goes with its customer, by whom alone it may be deleted.
    serviceOf: (leads: Leads) => ({ ...leads, delete: leads.erase }),
  },
  open: createLeads,
});
