import { defineSlice } from '../platform/slice.js';
import { createExports } from './createExports.js';

export type { ExportRequest, Exports } from './exports.js';

export const exportsSlice = defineSlice({ open: createExports });
