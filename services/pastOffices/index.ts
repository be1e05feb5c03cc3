export { createPastOffices } from './createPastOffices.js';
export type { PastOffices } from './pastOffices.js';
