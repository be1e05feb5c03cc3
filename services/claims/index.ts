import { claimEventDefinitions } from '@insuremanager/contracts/claims/claimEvents';
import { defineSlice } from '../platform/slice.js';
import { claimProjector } from './claimTables.js';
import { createClaims } from './createClaims.js';

export { claimsTable } from './claimTables.js';
export type { Claims, ClaimsOfBook } from './createClaims.js';
export { createClaims };

export const claimsSlice = defineSlice({
  events: claimEventDefinitions,
  projectors: [claimProjector],
  open: createClaims,
});
