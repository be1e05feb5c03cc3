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
import { type CustomerReminders, customerRemindersDecider } from './customerReminders.js';

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
export const noticeRequests = ({ commands, ids, clock }: Parts) => {
  const command = (
    { customerId, trigger, bulkId, wanted }: NoticeRequest,
    noticeId: string,
    numberOf: (reminder: WantedReminder, index: number) => number,
  ) => {
    const numbered = wanted.map((one, index) => {
      const { reason, ...reminder } = one;
      return { reason, reminder: { reminderId: numberOf(one, index), ...reminder } };
    });
    return {
      type: 'RequestNotice',
      customerId,
      noticeId,
      trigger,
      bulkId,
      reminders: numbered.flatMap(({ reason, reminder }) => (reason === null ? [reminder] : [])),
      suppressed: numbered.flatMap(({ reason, reminder }) =>
        reason === null ? [] : [{ ...reminder, reason }],
      ),
      today: kolkataDay(clock.now()),
    } as const;
  };

  return {
    load: (customerId: number) =>
      commands.load(customerRemindersDecider, remindersStream(customerId)),

    readHistory: (customerId: number) =>
      commands.readHistory<CustomerRemindersEvent>(remindersStream(customerId)),

    /** Those that would be asked for or suppressed, in a state that was loaded. @throws as `run`. */
    undecided(request: NoticeRequest, state: CustomerReminders): WantedReminder[] {
      // Numbers of no meaning: they only tell which of them are decided about.
      const events = customerRemindersDecider.decide(
        command(request, '', (_, index) => index + 1),
        state,
      );
      const chosen = new Set(
        events.flatMap(({ data }) =>
          'reminders' in data ? data.reminders.map(({ reminderId }) => reminderId) : [],
        ),
      );
      return request.wanted.filter((_, index) => chosen.has(index + 1));
    },

    /** @throws conflict `reminder-under-way` when an agent asks for what is being sent. */
    async run(request: NoticeRequest, context: CommandContext): Promise<NoticeResult> {
      const { customerId, wanted } = request;
      const { commandId } = context;
      const numbers = new Map<string, number>();
      for (const reminder of wanted) {
        const name = nameOf(reminder);
        numbers.set(
          name,
          await ids.allocateId('reminder', namedUuid('reminder', commandId, customerId, name)),
        );
      }
      return commands.run(customerRemindersDecider, {
        stream: remindersStream(customerId),
        command: command(
          request,
          noticeIdOf(customerId, commandId),
          (reminder) => numbers.get(nameOf(reminder)) as number,
        ),
        context,
        request: request.request,
      });
    },
  };
};

/** Of the notice that a command asks a customer's reminders for. */
export const noticeIdOf = (customerId: number, commandId: string): string =>
  namedUuid('reminder-notice', customerId, commandId);

/** Tells reminders apart that are asked for together. */
export const nameOf = ({ termId, cover, reminderType, dueDate, reason }: WantedReminder): string =>
  [termId, cover, reminderType, dueDate, reason ?? 'due'].join(' ');
