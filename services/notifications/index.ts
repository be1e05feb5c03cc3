export { createNotifications } from './createNotifications.js';
export type { Notifications } from './notifications.js';
