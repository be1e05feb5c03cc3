export type { ChangedSettings, Reminders, SentReminder, StartedBulk } from './reminders.js';
