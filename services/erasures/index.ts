import { defineSlice } from '../platform/slice.js';
import { createErasures } from './createErasures.js';
import { transactionProjector } from './transactionProjector.js';

export type { Erased, Erasures, RecordEver } from './erasures.js';
export { createErasures };

export const erasuresSlice = defineSlice({
  projectors: [transactionProjector],
  open: createErasures,
});
