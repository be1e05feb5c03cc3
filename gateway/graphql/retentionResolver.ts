import {
  EndedRetention,
  KEPT_BACK,
  NotSwept,
  RETENTION_LISTS,
  type RetentionList,
  RetentionSweep,
  SWEEP_REFUSALS,
  SweepInput,
} from '@insuremanager/contracts/privacy/retention';
import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

const ListEnum = enumType('RetentionList', RETENTION_LISTS);
enumType('KeptBack', KEPT_BACK);
enumType('SweepRefusal', SWEEP_REFUSALS);

const Ended = objectType('EndedRetention', EndedRetention, {
  description: 'A customer whose records need not be kept any more.',
});
objectType('NotSwept', NotSwept, { description: 'Who could not be erased, and why.' });
const Sweep = objectType('RetentionSweep', RetentionSweep, {
  description: 'Customers who are erased one after another, as an administrator asked for it.',
});

@ObjectType()
class EndedRetentions {
  @Field(() => [Ended])
  readonly items!: readonly EndedRetention[];

  @Field(() => String, { nullable: true, description: 'Null: this is the last page.' })
  readonly nextCursor!: string | null;

  @Field(() => Int, { description: 'So long are records kept from the last transaction.' })
  readonly years!: number;

  @Field(() => Int)
  readonly count!: number;

  @Field(() => Boolean, { description: 'False: there are more than are counted.' })
  readonly isExact!: boolean;
}

@Resolver()
export class RetentionResolver {
  @Query(() => EndedRetentions, {
    description: 'Whose retention has ended, the oldest last transaction first.',
    complexity: 10 * LOOKUP_COST,
  })
  async endedRetentions(
    @Arg('list', () => ListEnum) list: RetentionList,
    @Arg('cursor', () => String, { nullable: true }) cursor: string | null,
    @Ctx() { retention }: GraphqlContext,
  ): Promise<EndedRetentions> {
    const [page, { count, exact }, years] = await Promise.all([
      retention.ended(list, cursor),
      retention.count(list),
      retention.years(),
    ]);
    return { ...page, years, count, isExact: exact };
  }

  @Query(() => Sweep, {
    nullable: true,
    description: 'The last sweep: how far it is, and who could not be erased.',
    complexity: LOOKUP_COST,
  })
  retentionSweep(@Ctx() { retention }: GraphqlContext): Promise<RetentionSweep | null> {
    return retention.lastSweep();
  }

  @Mutation(() => Sweep, {
    description: 'Erases customers whose retention has ended, one after another. Cannot be undone.',
    complexity: CHANGE_COST,
  })
  startRetentionSweep(
    @Arg('customerIds', () => [Int], { nullable: true, description: 'Null: all.' })
    customerIds: number[] | null,
    @Arg('reason', () => String) reason: string,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<RetentionSweep> {
    const input = validated(SweepInput, { customerIds: customerIds ?? null, reason });
    return context.retention.startSweep(input, commandOf(context, commandId));
  }
}
