import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import * as kinds from '@insuremanager/contracts/reminders/reminderKinds';
import * as views from '@insuremanager/contracts/reminders/reminderViews';
import { GraphQLLocalDate } from 'graphql-scalars';
import {
  Arg,
  type ClassType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { Policy, PolicyKindEnum } from './policyResolvers.js';
import { CHANGE_COST, LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { linkResolver } from './recordResolvers.js';

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

const STALE = { description: 'True when lists do not show the change yet.' };

@ObjectType('SentReminder')
class SentReminder {
  @Field(() => Reminder)
  reminder!: views.ReminderView;
  @Field(() => Boolean, STALE)
  stale!: boolean;
}

@ObjectType('StartedBulkReminders')
class StartedBulk {
  @Field(() => Bulk)
  bulk!: views.BulkReminders;
  @Field(() => Boolean, STALE)
  stale!: boolean;
}

@ObjectType('ChangedReminderSettings')
class ChangedSettings {
  @Field(() => Settings)
  settings!: views.ReminderSettingsView;
}

@Resolver()
class ReminderQueries {
  @Query(() => Cards, { complexity: LOOKUP_COST })
  reminderCards(@Ctx() { reminders }: GraphqlContext): Promise<views.ReminderCards> {
    return reminders.cards();
  }

  @Query(() => Preview, { complexity: LOOKUP_COST })
  reminderPreview(
    @Arg('input', () => SendArg) input: object,
    @Ctx() { reminders }: GraphqlContext,
  ): Promise<views.ReminderPreview> {
    return reminders.preview(validated(SendReminderInput, input));
  }

  @Query(() => Bulk, {
    nullable: true,
    description: 'The last one; null when there never was one.',
    complexity: LOOKUP_COST,
  })
  bulkReminders(@Ctx() { reminders }: GraphqlContext): Promise<views.BulkReminders | null> {
    return reminders.lastBulk();
  }

  @Query(() => BulkPreview, {
    description: 'Looks at every customer whose cover ends within 30 days.',
    complexity: ONCE_COST,
  })
  bulkPreview(@Ctx() { reminders }: GraphqlContext): Promise<views.BulkPreview> {
    return reminders.previewBulk();
  }

  @Query(() => Settings, { complexity: LOOKUP_COST })
  reminderSettings(@Ctx() { reminders }: GraphqlContext): Promise<views.ReminderSettingsView> {
    return reminders.settings();
  }
}

@Resolver()
class ReminderMutations {
  @Mutation(() => SentReminder, {
    description: 'Reminds of one policy now, and answers once the channels did.',
    complexity: CHANGE_COST,
  })
  async sendReminder(
    @Arg('input', () => SendArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SentReminder> {
    const command = commandOf(context, commandId);
    const { reminder, position } = await context.reminders.send(
      validated(SendReminderInput, input),
      command,
    );
    return { reminder, stale: await recordStaleness(context, position) };
  }

  @Mutation(() => StartedBulk, {
    description: 'Reminds all whose cover ends within 30 days; goes on by itself.',
    complexity: CHANGE_COST,
  })
  async startBulkReminders(
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<StartedBulk> {
    const { bulk, position } = await context.reminders.startBulk(commandOf(context, commandId));
    return { bulk, stale: await recordStaleness(context, position) };
  }

  @Mutation(() => ChangedSettings, { complexity: CHANGE_COST })
  async changeReminderSettings(
    @Arg('input', () => SettingsArg) input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedSettings> {
    const command = commandOf(context, commandId, expectedVersion);
    const { settings, position } = await context.reminders.changeSettings(
      validated(ReminderSettingsInput, input),
      command,
    );
    await recordStaleness(context, position);
    return { settings };
  }
}

/** What is known of the reminders of a term, which is no part of the term itself. */
@Resolver(() => Policy)
class RemindersOfPolicy {
  @FieldResolver(() => Boolean, { description: 'A reminder of its end was sent.' })
  async renewalReminderSent(
    @Root() { id }: PolicyView,
    @Ctx() { lastReminders }: GraphqlContext,
  ): Promise<boolean> {
    return (await lastReminders.load(id)) !== null;
  }

  @FieldResolver(() => GraphQLLocalDate, {
    nullable: true,
    description:
      'The last day on which one was sent, also where the policy is asked for as of a day.',
  })
  lastReminderDate(
    @Root() { id }: PolicyView,
    @Ctx() { lastReminders }: GraphqlContext,
  ): Promise<string | null> {
    return lastReminders.load(id);
  }

  @FieldResolver(() => Contact, {
    nullable: true,
    description: 'How its customer is reached about its renewal; null when they are deleted.',
  })
  contact(
    @Root() { id }: PolicyView,
    @Ctx() { renewalContacts }: GraphqlContext,
  ): Promise<views.RenewalContact | null> {
    return renewalContacts.load(id);
  }
}

@Resolver(() => BulkPreview)
class PoliciesOfBulkPreview {
  @FieldResolver(() => [Policy], {
    description: `Those of \`unreachableIds\`.`,
    complexity: ({ childComplexity }) => LOOKUP_COST + childComplexity * views.MOST_UNREACHABLE,
  })
  async unreachablePolicies(
    @Root() { unreachableIds }: views.BulkPreview,
    @Ctx() { policiesById }: GraphqlContext,
  ): Promise<PolicyView[]> {
    const found = await Promise.all(unreachableIds.map((id) => policiesById.load(id)));
    return found.filter((policy) => policy !== null);
  }
}

export const reminderResolvers: ClassType[] = [
  ReminderQueries,
  ReminderMutations,
  RemindersOfPolicy,
  PoliciesOfBulkPreview,
  linkResolver({
    From: Reminder,
    field: 'policy',
    To: Policy,
    description: 'Null when it has been deleted.',
    find: ({ policyId }, { policiesById }) => policiesById.load(policyId),
  }),
];
