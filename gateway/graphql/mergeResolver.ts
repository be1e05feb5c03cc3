import { CUSTOMER_DETAIL_FIELDS } from '@insuremanager/contracts/customers/customerEvents';
import {
  ComparedConsent,
  ComparedCustomer,
  ComparedField,
  CustomerComparison,
  CustomerHoldings,
  DUPLICATE_REASONS,
  DuplicatePair,
  DuplicatePairs,
  DuplicatesQuery,
  MergedCustomer,
  MergeInput,
  ToldApartPair,
  ToldApartPairs,
  ToldApartQuery,
} from '@insuremanager/contracts/customers/duplicates';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import {
  Arg,
  Ctx,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { customerComparison } from '../customerComparison.js';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { CHANGE_COST, HISTORIES_COST, LOOKUP_COST, ONCE_COST } from './queryCosts.js';
import { namedCustomer, STALE } from './recordResolvers.js';

enumType('DuplicateReason', DUPLICATE_REASONS);
const DetailFieldEnum = enumType('CustomerDetailField', CUSTOMER_DETAIL_FIELDS);
const Pair = objectType('DuplicatePair', DuplicatePair, {
  description: 'Two customers who seem to be one person, and why.',
});
const Pairs = objectType('DuplicatePairs', DuplicatePairs);
const ApartPair = objectType('ToldApartPair', ToldApartPair, {
  description: 'Two customers of whom somebody said that they are two persons.',
});
const ApartPairs = objectType('ToldApartPairs', ToldApartPairs);
objectType('ComparedCustomer', ComparedCustomer);
objectType('ComparedField', ComparedField);
objectType('ComparedConsent', ComparedConsent);
objectType('CustomerHoldings', CustomerHoldings, {
  description: 'How many of what belongs to a customer, and moves along when they are merged.',
});
const Comparison = objectType('CustomerComparison', CustomerComparison);
const Merged = objectType('MergedCustomer', MergedCustomer, {
  description: 'A customer whose number leads to another one.',
});

@InputType('MergeInput')
class Merge {
  @Field(() => Int, { description: 'The customer who goes.' })
  duplicateId!: number;
  @Field(() => [DetailFieldEnum], { description: 'Details that are taken over from them.' })
  fields!: string[];
  @Field(() => Boolean, { description: 'Whether the KYC status is taken over, too.' })
  takesKyc!: boolean;
  @Field(() => Int, { description: 'The version of the one who remains that was seen.' })
  version!: number;
  @Field(() => Int, { description: 'The version of the one who goes that was seen.' })
  duplicateVersion!: number;
}

@ObjectType()
class ChangedMerge {
  @Field(() => Int, { description: 'The customer who remains.' })
  customerId!: number;
  @Field(() => Boolean, STALE)
  stale!: boolean;
}

@Resolver()
class MergeResolver {
  @Query(() => Pairs, {
    description: 'Those of whom most speaks for it first. Asked once in an operation.',
    complexity: ONCE_COST,
  })
  duplicatePairs(
    @Arg('offset', () => Int, { defaultValue: 0 }) offset: number,
    @Arg('customerId', () => Int, {
      nullable: true,
      description: 'Only pairs that this customer is one of.',
    })
    customerId: number | null,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<DuplicatePairs> {
    const asked = { offset, customerId: customerId ?? undefined };
    return customers.duplicatePairs(validated(DuplicatesQuery, asked));
  }

  @Query(() => ApartPairs, {
    description: 'Those who were told apart, the last first. Asked once in an operation.',
    complexity: ONCE_COST,
  })
  toldApartPairs(
    @Arg('offset', () => Int, { defaultValue: 0 }) offset: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<ToldApartPairs> {
    return customers.toldApartPairs(validated(ToldApartQuery, { offset }));
  }

  @Query(() => Comparison, {
    description: 'Two customers side by side. Refused where one of them cannot be merged any more.',
    complexity: HISTORIES_COST,
  })
  compareCustomers(
    @Arg('firstId', () => Int) firstId: number,
    @Arg('secondId', () => Int) secondId: number,
    @Ctx() context: GraphqlContext,
  ): Promise<CustomerComparison> {
    return customerComparison(context, firstId, secondId);
  }

  @Query(() => [Merged], {
    description: 'Who was merged into a customer, the oldest merge first.',
    complexity: LOOKUP_COST,
  })
  mergedCustomers(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<MergedCustomer[]> {
    return customers.mergedCustomers(customerId);
  }

  @Mutation(() => ChangedMerge, {
    description: 'Makes two customers who are one person one. It can be undone.',
    complexity: CHANGE_COST,
  })
  async mergeCustomers(
    @Arg('intoId', () => Int, { description: 'The customer who remains.' }) intoId: number,
    @Arg('input', () => Merge) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedMerge> {
    const merge = validated(MergeInput, { ...input });
    const { position } = await context.customers.merge(
      intoId,
      merge,
      commandOf(context, commandId),
    );
    return changed(context, intoId, position);
  }

  @Mutation(() => ChangedMerge, { complexity: CHANGE_COST })
  async undoMerge(
    @Arg('intoId', () => Int) intoId: number,
    @Arg('duplicateId', () => Int) duplicateId: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedMerge> {
    const command = commandOf(context, commandId);
    const { position } = await context.customers.undoMerge(intoId, duplicateId, command);
    return changed(context, intoId, position);
  }

  @Mutation(() => ChangedMerge, {
    description: 'Remembers that two who seem to be one person are two.',
    complexity: CHANGE_COST,
  })
  async tellCustomersApart(
    @Arg('oneId', () => Int) oneId: number,
    @Arg('anotherId', () => Int) anotherId: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedMerge> {
    const command = commandOf(context, commandId);
    const { position } = await context.customers.tellApart(oneId, anotherId, command);
    return changed(context, oneId, position);
  }

  @Mutation(() => ChangedMerge, {
    description: 'Takes back that two are two: they may be suggested again.',
    complexity: CHANGE_COST,
  })
  async compareCustomersAgain(
    @Arg('oneId', () => Int) oneId: number,
    @Arg('anotherId', () => Int) anotherId: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ChangedMerge> {
    const command = commandOf(context, commandId);
    const { position } = await context.customers.compareAgain(oneId, anotherId, command);
    return changed(context, oneId, position);
  }
}

const changed = async (
  context: GraphqlContext,
  customerId: number,
  position: LogPosition | null,
): Promise<ChangedMerge> => ({ customerId, stale: await recordStaleness(context, position) });

/** Merges, and the pairs that are suggested, each with both customers as lists show them. */
export const mergeResolvers = [
  MergeResolver,
  namedCustomer(Pair, 'first', ({ firstId }) => firstId),
  namedCustomer(Pair, 'second', ({ secondId }) => secondId),
  namedCustomer(ApartPair, 'first', ({ firstId }) => firstId),
  namedCustomer(ApartPair, 'second', ({ secondId }) => secondId),
] as const;
