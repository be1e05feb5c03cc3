export { createExports } from './createExports.js';
export type { ExportRequest, Exports } from './exports.js';
