import { defineSlice } from '../platform/slice.js';
import { createExports } from './createExports.js';

export { createExporter, type Exporter, type ExportSource } from './exporter.js';
export { EXPORT_FILES } from './exportFiles.js';
export { exportSteps } from './exportQueue.js';
export type { ExportRequest, Exports, ExportUser, OpenedExport } from './exports.js';

export { createExports };

export const exportsSlice = defineSlice({ open: createExports });
