import { rateEventDefinitions } from '@insuremanager/contracts/commission/rateEvents';
import { shareEventDefinitions } from '@insuremanager/contracts/commission/shareEvents';
import { statementEventDefinitions } from '@insuremanager/contracts/commission/statementEvents';
import { defineSlice } from '../platform/slice.js';
import { rateProjector, shareProjector, statementProjector } from './commissionTables.js';
import { createCommissionRates, createCommissionShares } from './createRatesAndShares.js';
import { createCommissionStatements } from './createStatements.js';

export type { CommissionRates, CommissionShares } from './createRatesAndShares.js';
export type { CommissionStatements } from './createStatements.js';

export const commissionRatesSlice = defineSlice({
  events: rateEventDefinitions,
  projectors: [rateProjector],
  open: createCommissionRates,
});

export const commissionSharesSlice = defineSlice({
  events: shareEventDefinitions,
  projectors: [shareProjector],
  open: createCommissionShares,
});

export const commissionStatementsSlice = defineSlice({
  events: statementEventDefinitions,
  projectors: [statementProjector],
  open: createCommissionStatements,
});
