import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import * as kinds from '@insuremanager/contracts/reminders/reminderKinds';
import * as views from '@insuremanager/contracts/reminders/reminderViews';
import { GraphQLLocalDate } from 'graphql-scalars';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, DayType, inputObject, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { recordStaleness } from './graphqlContext.js';
import { Policy, PolicyKindEnum } from './policyResolvers.js';
import { LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { linkResolver } from './recordResolvers.js';
import {
  change,
  field,
  fieldsOf,
  lookedUp,
  query,
  rootFields,
  VERSION_SEEN,
} from './rootFields.js';

enumType('ReminderChannel', kinds.CHANNELS);
enumType('ReminderStatus', kinds.REMINDER_STATUSES);
enumType('ReminderTrigger', kinds.REMINDER_TRIGGERS);
enumType('ReminderCover', kinds.REMINDER_COVERS);
enumType('SuppressionReason', kinds.SUPPRESSION_REASONS);
enumType('DeliveryProblem', kinds.DELIVERY_PROBLEMS);
enumType('BulkState', views.BULK_STATES);

objectType('ReminderProblem', views.ReminderProblem);
const Reminder = objectType('Reminder', views.ReminderView, {
  description: 'That a customer was told of the end of a cover, or why not.',
});
const Cards = objectType('ReminderCards', views.ReminderCards, {
  description: 'The four cards over the list. Each counts what its list shows.',
});
objectType('ChannelPreview', views.ChannelPreview, {
  description: 'A message as a channel would carry it, or why it would not.',
});
const Preview = objectType('ReminderPreview', views.ReminderPreview, {
  description: 'What a reminder would say now.',
});
export const Contact = objectType('RenewalContact', views.RenewalContact, {
  description: 'How a customer is reached about the renewal of a policy.',
});
const Bulk = objectType('BulkReminders', views.BulkReminders, {
  description: 'Reminders to everybody whose cover ends within 30 days.',
});
const BulkPreview = objectType('BulkPreview', views.BulkPreview, {
  description: 'Whom a bulk would remind that began now.',
});
const Settings = objectType('ReminderSettings', views.ReminderSettingsView, {
  description: 'When the calendar asks for reminders, and how customers can be reached.',
});

const SendArg = inputObject(
  'SendReminderInput',
  {
    customerId: Int,
    policyId: { type: Int, description: 'The term of the policy.' },
    policyType: PolicyKindEnum,
  },
  { description: 'Which policy a customer is to be reminded of.' },
);

const SettingsArg = inputObject('ReminderSettingsInput', {
  days: { type: [Int], description: 'Days before the end of cover.' },
  hour: { type: Int, description: 'Kolkata hour from which reminders go out, 0 to 23.' },
  quietWeekdays: {
    type: [Int],
    description: 'Days of the week on which none goes out, 0 for Sunday.',
  },
  quietDays: { type: [GraphQLLocalDate], description: 'Days on which none goes out.' },
});

const SentReminder = answerObject('SentReminder', { reminder: Reminder, stale: STALE });
const StartedBulk = answerObject('StartedBulkReminders', { bulk: Bulk, stale: STALE });
const ChangedSettings = answerObject('ChangedReminderSettings', { settings: Settings });

const fields = rootFields({
  reminderCards: query(Cards, {}, (_, { reminders }) => reminders.cards()),

  reminderPreview: query(Preview, { args: { input: SendArg } }, ({ input }, { reminders }) =>
    reminders.preview(validated(SendReminderInput, input)),
  ),

  bulkReminders: query(
    Bulk,
    { nullable: true, description: 'The last one; null when there never was one.' },
    (_, { reminders }) => reminders.lastBulk(),
  ),

  bulkPreview: query(
    BulkPreview,
    {
      description: 'Looks at every customer whose cover ends within 30 days.',
      complexity: ONCE_COST,
    },
    (_, { reminders }) => reminders.previewBulk(),
  ),

  reminderSettings: query(Settings, {}, (_, { reminders }) => reminders.settings()),

  sendReminder: change(
    SentReminder,
    {
      description: 'Reminds of one policy now, and answers once the channels did.',
      args: { input: SendArg },
    },
    async ({ input }, context, command) => {
      const wanted = validated(SendReminderInput, input);
      const { reminder, position } = await context.reminders.send(wanted, command);
      return { reminder, stale: await recordStaleness(context, position) };
    },
  ),

  startBulkReminders: change(
    StartedBulk,
    { description: 'Reminds all whose cover ends within 30 days; goes on by itself.' },
    async (_, context, command) => {
      const { bulk, position } = await context.reminders.startBulk(command);
      return { bulk, stale: await recordStaleness(context, position) };
    },
  ),

  changeReminderSettings: change(
    ChangedSettings,
    { args: { input: SettingsArg, expectedVersion: VERSION_SEEN } },
    async ({ input }, context, command) => {
      const wanted = validated(ReminderSettingsInput, input);
      const { settings, position } = await context.reminders.changeSettings(wanted, command);
      await recordStaleness(context, position);
      return { settings };
    },
  ),
});

/** What is known of the reminders of a term, which is no part of the term itself. */
const remindersOfPolicy = fieldsOf(Policy, {
  renewalReminderSent: lookedUp<PolicyView>(
    Boolean,
    { description: 'A reminder of its end was sent.' },
    { by: 'lastReminders', idOf: ({ id }) => id, answer: (day) => day !== null },
  ),
  lastReminderDate: lookedUp<PolicyView>(
    DayType,
    {
      nullable: true,
      description:
        'The last day on which one was sent, also where the policy is asked for as of a day.',
    },
    { by: 'lastReminders', idOf: ({ id }) => id },
  ),
  contact: lookedUp<PolicyView>(
    Contact,
    {
      nullable: true,
      description: 'How its customer is reached about its renewal; null when they are deleted.',
    },
    { by: 'renewalContacts', idOf: ({ id }) => id },
  ),
});

const policiesOfBulkPreview = fieldsOf(BulkPreview, {
  unreachablePolicies: field(
    [Policy],
    {
      description: 'Those of `unreachableIds`.',
      complexity: ({ childComplexity }) => LOOKUP_COST + childComplexity * views.MOST_UNREACHABLE,
    },
    async ({ unreachableIds }: views.BulkPreview, { policiesById }) => {
      const found = await Promise.all(unreachableIds.map((id) => policiesById.load(id)));
      return found.filter((policy) => policy !== null);
    },
  ),
});

export const reminderResolvers: ClassType[] = [
  fields,
  remindersOfPolicy,
  policiesOfBulkPreview,
  linkResolver({
    From: Reminder,
    field: 'policy',
    To: Policy,
    description: 'Null when it has been deleted.',
    by: 'policiesById',
    idOf: ({ policyId }) => policyId,
  }),
];
