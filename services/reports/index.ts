import { defineSlice } from '../platform/slice.js';
import { createReports } from './createReports.js';

export type { Reports, ReportsOfBook } from './reports.js';

export const reportsSlice = defineSlice({ open: createReports });
