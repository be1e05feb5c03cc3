export { createReminders, type ReminderTies } from './createReminders.js';
export type { Notices } from './notices.js';
export { reminderProjector } from './reminderProjector.js';
export type { Reminders } from './reminders.js';
