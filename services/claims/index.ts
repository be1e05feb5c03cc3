import { claimEventDefinitions } from '@insuremanager/contracts/claims/claimEvents';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { defineSlice } from '../platform/slice.js';
import { claimDecider } from './claim.js';
import { claimProjector, claimsTable } from './claimTables.js';
import { createClaims } from './createClaims.js';

export type { Claims, ClaimsOfBook } from './createClaims.js';
export { claimDecider, claimsTable, createClaims };

export const claimsSlice = defineSlice({
  events: claimEventDefinitions,
  projectors: [claimProjector],
  owned: {
    declared: claimRecord,
    table: claimsTable,
    purpose: 'To get you what your insurer owes you after a loss.',
  },
  open: createClaims,
});
