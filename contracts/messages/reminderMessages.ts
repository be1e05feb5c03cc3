import { z } from 'zod';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import type { ReminderEvent } from '../reminders/reminderEvents.js';
import {
  CHANNELS,
  DELIVERY_PROBLEMS,
  REMINDER_COVERS,
  REMINDER_TRIGGERS,
  SUPPRESSION_REASONS,
} from '../reminders/reminderKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import { choice, customerId, day, id, keptEmail } from './messageFields.js';

const context = 'reminders';
const noticeId = z.string().meta({
  description: 'The notice, a UUID: one message to a customer, of one or several reminders',
  examples: ['7b0c1f52-93a4-4f5e-8a40-2f0d7a526d0c'],
});

const Reminder = z.object({
  reminderId: id('The reminder'),
  termId: id('The term of the policy that ends'),
  policyType: choice(POLICY_KINDS, 'Of the policy'),
  cover: choice(
    REMINDER_COVERS,
    'What ends: the policy, or its third-party cover alone; or a premium in instalments is due',
  ),
  reminderType: z.string().meta({
    description: 'How many days before the end, or that an agent asked for it: `manual`',
    examples: ['29_days'],
  }),
  dueDate: day('The last day of cover, or the day on which the premium is due'),
});

const ReminderNoticeRequested = defineMessage('ReminderNoticeRequested', 2, {
  context,
  description: 'A customer is to be reminded of policies that are about to end.',
  schema: z.object({
    customerId,
    noticeId,
    trigger: choice(REMINDER_TRIGGERS, 'Who asked: the calendar, an agent, or an agent for all'),
    bulkId: id('The bulk that asked for it').nullable(),
    reminders: z.array(Reminder).meta({ description: 'What the notice reminds of' }),
  }),
});

const RemindersSuppressed = defineMessage('RemindersSuppressed', 2, {
  context,
  description: 'Reminders that were due, or already asked for, are not sent.',
  schema: z.object({
    customerId,
    noticeId: noticeId
      .nullable()
      .meta({ description: 'The notice that they were taken out of; null: they were in none' }),
    reminders: z
      .array(Reminder.extend({ reason: choice(SUPPRESSION_REASONS, 'Why it is not sent') }))
      .meta({ description: 'What is not sent' }),
  }),
});

const ReminderNoticeAttempted = defineMessage('ReminderNoticeAttempted', 2, {
  context,
  description: 'A notice was handed to its channels.',
  schema: z.object({
    customerId,
    noticeId,
    attempt: z
      .int()
      .positive()
      .meta({ description: 'From 1 on', examples: [1] }),
    outcomes: z
      .array(
        z.object({
          channel: choice(CHANNELS, 'By which it was to be sent'),
          outcome: choice(
            ['delivered', 'deferred', 'failed'],
            'The server took it, or the email was kept; it is tried again; it is not tried again',
          ),
          problem: choice(DELIVERY_PROBLEMS, 'Why the server did not take it').nullable(),
          mayHaveArrived: z.boolean().meta({
            description: 'The server had it and did not say that it took it',
            examples: [false],
          }),
        }),
      )
      .meta({ description: 'What each channel said' }),
    isEmailKept: keptEmail,
    nextAttemptAt: z
      .string()
      .nullable()
      .meta({
        description: 'When deferred channels are tried again; null: there are none',
        format: 'date-time',
        examples: ['2026-04-01T04:35:00.000Z'],
      }),
    reminders: z
      .array(
        z.object({
          reminderId: id('The reminder'),
          termId: id('The term of the policy that ends'),
        }),
      )
      .meta({ description: 'What the notice reminds of' }),
  }),
});

export const reminderMessages: MessagesOf<ReminderEvent> = {
  ReminderNoticeRequested,
  RemindersSuppressed,
  ReminderNoticeAttempted,
  // Only the outcome is of interest.
  ReminderNoticeStarted: null,
  RemindersErased: null,
  BulkRemindersStarted: null,
  BulkRemindersRequested: null,
  ReminderSettingsChanged: null,
};
