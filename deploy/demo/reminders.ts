import { randomUUID } from 'node:crypto';
import {
  USUAL_REMINDER_DAYS,
  USUAL_REMINDER_HOUR,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { NoticeChannel } from '@insuremanager/services/reminders/index';
import { caughtUp, type Services } from '../roles/openServices.js';
import type { StoryClock } from './seed.js';

interface Parts extends Pick<Services, 'reminders' | 'readModels' | 'platform'> {
  readonly clock: StoryClock;
}

/** Days before today on which the brokerage's computer was on in the morning. */
const MORNINGS = [24, 18, 12, 7, 3, 1];
const MINUTE_MS = 60_000;
const TEN_O_CLOCK_MS = 10 * 60 * MINUTE_MS;
/** What was asked for is sent after so long. */
const SENT_AFTER_MS = 15 * MINUTE_MS;
/** How long lists may take to show what was written, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * What the calendar asked for in the last weeks, and what became of it. A second time it finds that
 * all was decided.
 * @returns how many reminders were asked for.
 */
export async function remindDemo({ reminders, readModels, platform, clock }: Parts) {
  const today = kolkataDay(clock.now());
  const shown = () => caughtUp({ platform, readModels }, TIMEOUT_MS);
  let asked = 0;
  for (const daysAgo of MORNINGS) {
    const morning = startOfKolkataDay(addDays(today, -daysAgo)).getTime() + TEN_O_CLOCK_MS;
    await shown();
    asked += await clock.at(new Date(morning), () => reminders.requestDue());
    await shown();
    await clock.at(new Date(morning + SENT_AFTER_MS), () => reminders.sendDue());
  }
  await shown();
  return asked;
}

/**
 * The running product asks for nothing today before the story has come to its end: what it decided
 * would be decided for the days before as well.
 */
export async function onQuietDay<Result>(
  { reminders, clock }: Pick<Parts, 'reminders' | 'clock'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const usual = { days: [...USUAL_REMINDER_DAYS], hour: USUAL_REMINDER_HOUR, quietWeekdays: [] };
  const change = (quietDays: Day[]) => {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: systemActor };
    return reminders.changeSettings({ ...usual, quietDays }, context);
  };
  await change([kolkataDay(clock.now())]);
  const result = await work();
  await change([]);
  return result;
}

/** The mail server of the story, which knows most addresses; nothing goes out to anybody. */
export function demoChannels(channels: readonly NoticeChannel[]): NoticeChannel[] {
  let messages = 0;
  return channels.map((channel) => ({
    ...channel,
    async send() {
      messages += 1;
      if (messages % 5 !== 3) return { outcome: 'delivered' };
      const reply = '550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table';
      return { outcome: 'failed', problem: 'refused', reply };
    },
  }));
}
