export { createDashboard, type DashboardParts } from './createDashboard.js';
export type { Dashboard, DashboardOfBook } from './dashboard.js';
