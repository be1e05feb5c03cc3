import { ownedAmong } from '../platform/ownedRecords.js';
import { defineSlice } from '../platform/slice.js';
import { createErasures } from './createErasures.js';
import {
  LAST_TRANSACTIONS,
  transactionProjector,
  transactionsTable,
} from './transactionProjector.js';

export type { Erased, Erasures, RecordEver } from './erasures.js';
export { createErasures, LAST_TRANSACTIONS, transactionsTable };

export const erasuresSlice = defineSlice({
  projectorsAmong: (slices) => [transactionProjector(ownedAmong(slices))],
  open: createErasures,
});
