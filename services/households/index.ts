import { householdEventDefinitions } from '@insuremanager/contracts/households/householdEvents';
import { defineSlice } from '../platform/slice.js';
import { createHouseholds } from './createHouseholds.js';
import { householdProjector } from './householdTables.js';

export type { Households, HouseholdsOfBook } from './createHouseholds.js';
export { createHouseholds };

export const householdsSlice = defineSlice({
  events: householdEventDefinitions,
  projectors: [householdProjector],
  open: createHouseholds,
});
