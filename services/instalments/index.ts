import { defineSlice } from '../platform/slice.js';
import { createInstalments } from './createInstalments.js';
import { paymentProjector } from './paymentTables.js';

export type { Instalments, InstalmentsOfBook } from './createInstalments.js';
export { createInstalments };

export const instalmentsSlice = defineSlice({
  projectors: [paymentProjector],
  open: createInstalments,
});
