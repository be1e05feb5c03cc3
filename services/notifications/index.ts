export { createNotifications } from './createNotifications.js';
export type { Notifications, NotificationsOfBook } from './notifications.js';
export { readMarkSteps } from './readMarks.js';
