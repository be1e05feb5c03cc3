export { createDashboard, type DashboardParts } from './createDashboard.js';
export type { Dashboard } from './dashboard.js';
