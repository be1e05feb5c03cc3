export { createErasures } from './createErasures.js';
export type { Erasures } from './erasures.js';
export { transactionProjector } from './transactionProjector.js';
