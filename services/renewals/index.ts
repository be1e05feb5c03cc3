import { renewalEventDefinitions } from '@insuremanager/contracts/renewals/renewalEvents';
import { defineSlice } from '../platform/slice.js';
import { createRenewals } from './createRenewals.js';
import { renewalProjector } from './renewalProjector.js';

export type { Renewals, RenewalsOfBook } from './renewals.js';
export { createRenewals };

export const renewalsSlice = defineSlice({
  events: renewalEventDefinitions,
  projectors: [renewalProjector],
  open: createRenewals,
});
