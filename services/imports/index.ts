import { defineSlice } from '../platform/slice.js';
import { createImports } from './createImports.js';

export { SHEET_FILES } from './createImports.js';
export { createImporter, type Importer } from './importer.js';
export { ALONE_AFTER_MS } from './importPace.js';
export type { ImportRowsPage, Imports, ReceivedSheets } from './imports.js';
export { importSteps, importSubject } from './importTables.js';
export { openSheets } from './sheets/openSheets.js';
export { type Sheet, UnusableFile } from './sheets/sheet.js';

export const importsSlice = defineSlice({ open: createImports });
