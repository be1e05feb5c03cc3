import {
  type CustomerRemindersEvent,
  type Reminder,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import type {
  ReminderTrigger,
  SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import type { Ids } from '../platform/ids/ids.js';
import { namedUuid } from '../platform/namedUuid.js';
import {
  type CustomerReminders,
  customerRemindersDecider,
  type SuppressedReminder,
} from './customerReminders.js';

/** A reminder that has no number yet, and why it is not to be sent. */
export interface WantedReminder extends Omit<Reminder, 'reminderId'> {
  /** Null: it is to be sent. */
  readonly reason: SuppressionReason | null;
}

export interface NoticeRequest {
  readonly customerId: number;
  readonly trigger: ReminderTrigger;
  readonly bulkId: number | null;
  readonly wanted: readonly WantedReminder[];
  /** What was asked for: a repeated command says the same. */
  readonly request: unknown;
}

export type NoticeResult = CommandResult<CustomerReminders, CustomerRemindersEvent>;
export type NoticeRequests = ReturnType<typeof noticeRequests>;

interface Parts {
  readonly commands: Pick<CommandRunner, 'run' | 'load' | 'readHistory'>;
  readonly ids: Pick<Ids, 'allocateId'>;
  readonly clock: Clock;
}

/** Asks for messages to customers. */
export const noticeRequests = ({ commands, ids, clock }: Parts) => ({
  load: (customerId: number) =>
    commands.load(customerRemindersDecider, remindersStream(customerId)),

  readHistory: (customerId: number) =>
    commands.readHistory<CustomerRemindersEvent>(remindersStream(customerId)),

  /** @throws conflict `reminder-under-way` when an agent asks for what is being sent. */
  async run(request: NoticeRequest, context: CommandContext): Promise<NoticeResult> {
    const { customerId, trigger, bulkId, wanted } = request;
    const { commandId } = context;
    const reminders: Reminder[] = [];
    const suppressed: SuppressedReminder[] = [];
    for (const { reason, ...reminder } of wanted) {
      const name = namedUuid('reminder', commandId, customerId, nameOf({ ...reminder, reason }));
      const numbered = { reminderId: await ids.allocateId('reminder', name), ...reminder };
      if (reason === null) reminders.push(numbered);
      else suppressed.push({ ...numbered, reason });
    }
    const noticeId = noticeIdOf(customerId, commandId);
    const today = kolkataDay(clock.now());
    return commands.run(customerRemindersDecider, {
      stream: remindersStream(customerId),
      command: {
        ...({ type: 'RequestNotice', customerId, noticeId, trigger, bulkId } as const),
        ...{ reminders, suppressed, today },
      },
      context,
      request: request.request,
    });
  },
});

/** Of the notice that a command asks a customer's reminders for. */
export const noticeIdOf = (customerId: number, commandId: string): string =>
  namedUuid('reminder-notice', customerId, commandId);

/** Tells reminders apart that are asked for together. */
export const nameOf = ({ termId, cover, reminderType, dueDate, reason }: WantedReminder): string =>
  [termId, cover, reminderType, dueDate, reason ?? 'due'].join(' ');
