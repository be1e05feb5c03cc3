import { defineSlice } from '../platform/slice.js';
import { createInstalments } from './createInstalments.js';

export type { Instalments, InstalmentsOfBook } from './createInstalments.js';
export { createInstalments };

export const instalmentsSlice = defineSlice({ open: createInstalments });
