import type { RenewalContact } from '@insuremanager/contracts/reminders/reminderViews';
import {
  FollowUpInput,
  followUpFields,
  LossInput,
  lossFields,
  RenewalBoardFilter,
  RenewalBoardLimits,
} from '@insuremanager/contracts/renewals/renewalInputs';
import {
  MOST_CARDS,
  RENEWAL_COLUMNS,
  RENEWAL_MOVES,
  type RenewalMove,
  USUAL_CARDS,
} from '@insuremanager/contracts/renewals/renewalKinds';
import * as views from '@insuremanager/contracts/renewals/renewalViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { SavedRecord } from '@insuremanager/services/platform/commands/command';
import { invalid } from '@insuremanager/services/platform/errors';
import { GraphQLLocalDate } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { PolicyKindEnum } from './policyResolvers.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { customerLink, type Saved, savedAs, savedType } from './recordResolvers.js';
import { Contact } from './reminderResolvers.js';

const MoveEnum = enumType('RenewalMove', RENEWAL_MOVES);
enumType('RenewalColumnName', RENEWAL_COLUMNS);

const Card = objectType('RenewalCard', views.RenewalCard, {
  description: 'A term whose renewal is due.',
});
objectType('RenewalColumn', views.RenewalColumnView);
const Board = objectType('RenewalBoard', views.RenewalBoard, {
  description: 'Totals count every card of a column, not only those that are shown.',
});
const Loss = inputType('RenewalLossInput', lossFields, { requiresFields: true });
const FollowUp = inputType('RenewalFollowUpInput', followUpFields);
const SavedRenewal = savedType({ typename: 'Renewal', one: 'renewal' }, Card);

const BoardFilter = inputObject(
  'RenewalBoardFilter',
  {
    month: {
      type: String,
      description: 'YYYY-MM; absent: this month in Asia/Kolkata, with what is past due.',
    },
    ownerId: { type: Int, description: 'Only those that a user sees to.' },
    withoutOwner: { type: Boolean, description: 'Only those that nobody sees to.' },
    insurer: { type: String, description: 'A whole insurer’s name, in any letter case.' },
    kind: PolicyKindEnum,
  },
  { isPatch: true },
);

/** Cards wanted of each column. */
const Limits = class {};
for (const column of RENEWAL_COLUMNS) {
  const description = `Cards wanted, at most ${MOST_CARDS}.`;
  const options = { defaultValue: USUAL_CARDS, description };
  Field(() => Int, options)(Limits.prototype, column);
}
InputType('RenewalBoardLimits')(Limits);

@ObjectType({ description: 'A user who can see to renewals.' })
class RenewalOwner {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  username!: string;
}

/** Which term a change is about, as the user saw what was done about it. */
@ArgsType()
class ChangeArgs {
  @Field(() => Int)
  termId!: number;
  @Field(() => Int, { nullable: true, description: 'Of the card: -1 while nothing was done.' })
  expectedVersion!: number | null;
  @Field(() => ID)
  commandId!: string;
}

/** What is known of the reminders of a card's term. */
@Resolver(() => Card)
class RemindersOfCard {
  @FieldResolver(() => GraphQLLocalDate, {
    nullable: true,
    description: 'The last day on which a reminder of its end was sent.',
  })
  lastReminderDate(
    @Root() { termId }: views.RenewalCard,
    @Ctx() { lastReminders }: GraphqlContext,
  ): Promise<string | null> {
    return lastReminders.load(termId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The number of a claim under it that is open.',
  })
  openClaim(
    @Root() { termId }: views.RenewalCard,
    @Ctx() { openClaims }: GraphqlContext,
  ): Promise<string | null> {
    return openClaims.load(termId);
  }

  @FieldResolver(() => Contact, {
    nullable: true,
    description: 'How its customer is reached; null when they are deleted.',
  })
  contact(
    @Root() { termId }: views.RenewalCard,
    @Ctx() { renewalContacts }: GraphqlContext,
  ): Promise<RenewalContact | null> {
    return renewalContacts.load(termId);
  }
}

const CHANGE = { complexity: CHANGE_COST };

@Resolver()
class RenewalResolver {
  @Query(() => Board, {
    description: 'The terms that end in a month, by what was done about them.',
    complexity: ({ args, childComplexity }) =>
      2 * LOOKUP_COST + childComplexity * cardsWanted(args.limits) * COST_OF_CARD,
  })
  renewalBoard(
    @Arg('filter', () => BoardFilter, { nullable: true }) filter: object | null,
    @Arg('limits', () => Limits, { nullable: true }) limits: object | null,
    @Ctx() { renewals }: GraphqlContext,
  ): Promise<views.RenewalBoard> {
    return renewals.board({
      filter: validated(RenewalBoardFilter, { ...filter }),
      limits: validated(RenewalBoardLimits, { ...limits }),
    });
  }

  @Query(() => Card, {
    nullable: true,
    description: 'Null for a term that is unknown, deleted or cancelled.',
    complexity: LOOKUP_COST,
  })
  renewal(
    @Arg('termId', () => Int) termId: number,
    @Ctx() { renewals }: GraphqlContext,
  ): Promise<views.RenewalCard | null> {
    return renewals.find(termId);
  }

  @Query(() => [RenewalOwner], {
    description: 'The users among whom an owner is chosen, by username.',
    complexity: LOOKUP_COST,
  })
  async renewalOwners(@Ctx() { identity }: GraphqlContext): Promise<RenewalOwner[]> {
    const users = await identity.activeUsers();
    return users.map(({ userId: id, username }) => ({ id, username }));
  }

  @Mutation(() => SavedRenewal, {
    ...CHANGE,
    description: 'Quoted and Renewed follow by themselves from quotations and policies.',
  })
  async moveRenewal(
    @Args(() => ChangeArgs) { termId, ...change }: ChangeArgs,
    @Arg('to', () => MoveEnum) to: RenewalMove,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCard> {
    return saved(context, await context.renewals.move(termId, to, commandIn(context, change)));
  }

  @Mutation(() => SavedRenewal, CHANGE)
  async loseRenewal(
    @Args(() => ChangeArgs) { termId, ...change }: ChangeArgs,
    @Arg('input', () => Loss) input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCard> {
    const command = commandIn(context, change);
    const loss = validated(LossInput, omitUndefined(input));
    return saved(context, await context.renewals.lose(termId, loss, command));
  }

  @Mutation(() => SavedRenewal, { ...CHANGE, description: 'It was not lost after all.' })
  async reopenRenewal(
    @Args(() => ChangeArgs) { termId, ...change }: ChangeArgs,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCard> {
    return saved(context, await context.renewals.reopen(termId, commandIn(context, change)));
  }

  @Mutation(() => SavedRenewal, CHANGE)
  async assignRenewal(
    @Args(() => ChangeArgs) { termId, ...change }: ChangeArgs,
    @Arg('ownerId', () => Int, { nullable: true, description: 'Null: nobody.' })
    ownerId: number | null,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCard> {
    const command = commandIn(context, change);
    await requireUser(context, ownerId);
    return saved(context, await context.renewals.assign(termId, ownerId, command));
  }

  @Mutation(() => SavedRenewal, {
    ...CHANGE,
    description: 'What is absent stays; null or an empty text clears it.',
  })
  async setRenewalFollowUp(
    @Args(() => ChangeArgs) { termId, ...change }: ChangeArgs,
    @Arg('input', () => FollowUp) input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCard> {
    const command = commandIn(context, change);
    const followUp = validated(FollowUpInput, omitUndefined(input));
    return saved(context, await context.renewals.setFollowUp(termId, followUp, command));
  }
}

/** Beside its fields a card costs little: all of them are answered by one question. */
const COST_OF_CARD = 0.2;

const cardsWanted = (limits: Record<string, unknown> | null | undefined): number =>
  RENEWAL_COLUMNS.reduce((sum, column) => sum + Number(limits?.[column] ?? USUAL_CARDS), 1);

type SavedCard = Saved<'renewal', views.RenewalCard>;

const commandIn = (
  context: GraphqlContext,
  { commandId, expectedVersion }: Omit<ChangeArgs, 'termId'>,
) => commandOf(context, commandId, expectedVersion);

const saved = (
  context: GraphqlContext,
  result: SavedRecord<views.RenewalCard>,
): Promise<SavedCard> => savedAs('renewal', context, result);

/** @throws Refusal invalid `user-unknown` on `ownerId`. */
async function requireUser({ identity }: GraphqlContext, ownerId: number | null): Promise<void> {
  if (ownerId === null) return;
  const users = await identity.activeUsers();
  if (users.some(({ userId }) => userId === ownerId)) return;
  const message = 'There is no such user. Choose another one.';
  throw invalid([{ field: 'ownerId', code: 'user-unknown', message }]);
}

export const renewalResolvers: ClassType[] = [RenewalResolver, RemindersOfCard, customerLink(Card)];
