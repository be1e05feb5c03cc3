import { defineSlice } from '../platform/slice.js';
import { createDashboard } from './createDashboard.js';

export type { Dashboard, DashboardOfBook } from './dashboard.js';
export { createDashboard };

export const dashboardSlice = defineSlice({ open: createDashboard });
