import { defineSlice } from '../platform/slice.js';
import { createNotifications } from './createNotifications.js';

export type { Notifications, NotificationsOfBook } from './notifications.js';
export { readMarkSteps } from './readMarks.js';
export { createNotifications };

export const notificationsSlice = defineSlice({ open: createNotifications });
