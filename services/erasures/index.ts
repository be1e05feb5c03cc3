export { createErasures } from './createErasures.js';
export type { Erased, Erasures } from './erasures.js';
export { transactionProjector } from './transactionProjector.js';
