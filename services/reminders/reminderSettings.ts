import {
  REMINDER_SETTINGS_STREAM,
  type ReminderSettings,
  ReminderSettingsChanged,
  type ReminderSettingsEvent,
} from '@insuremanager/contracts/reminders/reminderEvents';
import type { ReminderSettingsInput } from '@insuremanager/contracts/reminders/reminderInputs';
import {
  type Channel,
  daysOfReminder,
  type ReminderType,
  reminderTypeOf,
  USUAL_REMINDER_DAYS,
  USUAL_REMINDER_HOUR,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Decider } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import type { Reminders } from './reminders.js';

const USUAL_SETTINGS: ReminderSettings = {
  days: [...USUAL_REMINDER_DAYS],
  hour: USUAL_REMINDER_HOUR,
  quietWeekdays: [],
  quietDays: [],
};

/** The version of settings that nobody has changed yet. */
const NEVER_CHANGED = -1;

interface ChangeSettings {
  readonly type: 'ChangeSettings';
  readonly settings: ReminderSettings;
}

export const reminderSettingsDecider: Decider<
  ReminderSettings,
  ChangeSettings,
  ReminderSettingsEvent
> = {
  initial: USUAL_SETTINGS,
  evolve: (_settings, { data }) => data,
  decide: ({ settings }, current) =>
    JSON.stringify(settings) === JSON.stringify(current) ? [] : [ReminderSettingsChanged(settings)],
};

export interface SettingsParts {
  readonly commands: Pick<CommandRunner, 'run' | 'load'>;
  readonly notices: { readonly configured: readonly Channel[]; readonly isEmailKept: boolean };
}

/** When the calendar asks for reminders: read from its stream, so that it is never stale. */
export const reminderSettings = ({ commands, notices }: SettingsParts) => {
  const load = () => commands.load(reminderSettingsDecider, REMINDER_SETTINGS_STREAM);
  const viewOf = ({ days, hour, quietWeekdays, quietDays }: ReminderSettings, version: number) => ({
    days,
    hour,
    quietWeekdays,
    quietDays,
    channels: [...notices.configured],
    isEmailKept: notices.isEmailKept,
    version,
  });

  const faces: Pick<Reminders, 'settings' | 'changeSettings'> = {
    async settings() {
      const { state, version } = await load();
      return viewOf(state, version ?? NEVER_CHANGED);
    },

    async changeSettings(input, context) {
      const { days, hour, quietWeekdays, quietDays }: ReminderSettingsInput = input;
      const settings = { days, hour, quietWeekdays, quietDays };
      const command = { type: 'ChangeSettings', settings } as const;
      const { state, version, position, repeated } = await commands.run(reminderSettingsDecider, {
        stream: REMINDER_SETTINGS_STREAM,
        command,
        context,
        request: command,
      });
      return { settings: viewOf(state, version), position, repeated };
    },
  };
  return { ...faces, load: async () => (await load()).state };
};

const HOUR_MS = 60 * 60 * 1000;

/** Whether the calendar asks for reminders at an instant: from the hour on, on a day that is not quiet. */
export function isTimeToRemind(
  { hour, quietWeekdays, quietDays }: ReminderSettings,
  now: Date,
): boolean {
  const day = kolkataDay(now);
  const start = startOfKolkataDay(day).getTime();
  return (
    now.getTime() >= start + hour * HOUR_MS &&
    !quietWeekdays.includes(weekdayOf(day)) &&
    !quietDays.includes(day)
  );
}

/** 0 for Sunday. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

interface Days {
  readonly days: readonly number[];
}

/**
 * Which reminder of an end is due on a day: that of the fewest days, of those that it is within.
 * A window that has passed is not sent late; the next one is.
 * @returns null when none is due.
 */
export function dueReminderType({ days }: Days, dueDate: Day, today: Day): ReminderType | null {
  const left = daysBetween(today, dueDate);
  const within = days.filter((one) => left >= 0 && left <= one);
  return within.length > 0 ? reminderTypeOf(Math.min(...within)) : null;
}

/** Days that are looked through: longer than any holidays. */
const FARTHEST = 400;

/**
 * The first moment from an instant on at which reminders of the calendar may go out; the instant
 * itself where all days are quiet.
 */
export function nextTimeToRemind(settings: ReminderSettings, from: Date): Date {
  if (isTimeToRemind(settings, from)) return from;
  const first = kolkataDay(from);
  for (let days = 0; days < FARTHEST; days += 1) {
    const start = startOfKolkataDay(addDays(first, days)).getTime();
    const hour = new Date(start + settings.hour * HOUR_MS);
    if (hour > from && isTimeToRemind(settings, hour)) return hour;
  }
  return from;
}

/** Whether a later reminder of the same end is due by now, in the place of this one. */
export function isWindowPassed(
  { days }: Days,
  { reminderType, dueDate }: { readonly reminderType: string; readonly dueDate: Day },
  today: Day,
): boolean {
  const left = daysBetween(today, dueDate);
  return days.some((one) => left <= one && one < daysOfReminder(reminderType));
}
