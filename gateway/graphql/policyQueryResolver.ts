import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { PolicyFilterInput } from '../policyFilter.js';
import { validated } from '../validated.js';
import type { GraphqlContext } from './graphqlContext.js';
import { HistoryEntry } from './historyTypes.js';
import { pageOf } from './pageArgs.js';
import { PolicyKindEnum } from './policyEnums.js';
import { PoliciesArgs } from './policyInputs.js';
import {
  Policy,
  PolicyCards,
  PolicyHoldings,
  PolicyPage,
  PolicyTermHistory,
} from './policyTypes.js';
import { costOfPage, HISTORIES_COST, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount } from './sharedTypes.js';

@Resolver(() => PolicyPage)
export class PolicyQueryResolver {
  @Query(() => PolicyPage, { complexity: costOfPage })
  async policies(
    @Args(() => PoliciesArgs) args: PoliciesArgs,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyPage> {
    const filter = validated(PolicyFilterInput, { ...args.filter });
    const page = await policies.list({ filter, sort: args.sort ?? 'added', ...pageOf(args) });
    return { ...page, filter };
  }

  /** Counting costs more than a page: only who asks for it pays. */
  @FieldResolver(() => BoundedCount)
  count(
    @Root() page: PolicyPage,
    @Ctx() { policies, countOnce }: GraphqlContext,
  ): Promise<BoundedCount> {
    return countOnce(page, () => policies.count(page.filter));
  }

  @Query(() => Policy, {
    nullable: true,
    description: 'Null when unknown, deleted, or of another kind than the one asked for.',
    complexity: LOOKUP_COST,
  })
  policy(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum, { nullable: true }) kind: PolicyKind | null,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<Policy | null> {
    return policies.find(id, kind ?? undefined);
  }

  @Query(() => Policy, {
    nullable: true,
    description: 'The policy at the end of that day in Asia/Kolkata; null: none then.',
    complexity: LOOKUP_COST,
  })
  policyAsOf(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Arg('day', () => GraphQLLocalDate) day: string,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<Policy | null> {
    return policies.asOf({ kind, id }, day);
  }

  @Query(() => [HistoryEntry], { complexity: LOOKUP_COST })
  policyHistory(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<HistoryEntry[]> {
    return policies.history({ kind, id });
  }

  @Query(() => [PolicyTermHistory], {
    description:
      'Every term of the policy that the term belongs to, oldest first, deleted ones too, each with its history.',
    complexity: HISTORIES_COST,
  })
  policyTermHistories(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyTermHistory[]> {
    return policies.termHistories({ kind, id });
  }

  @Query(() => [Policy], {
    description: 'All existing terms of the policy that this one belongs to, the first one first.',
    complexity: LOOKUP_COST,
  })
  policyChain(
    @Arg('id', () => Int) id: number,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<Policy[]> {
    return policies.termsOf(id);
  }

  @Query(() => PolicyCards, { complexity: LOOKUP_COST })
  policyCards(
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyCards> {
    return policies.cards(kind);
  }

  @Query(() => [String], {
    description: 'Insurers in use that begin with the text, the most used first.',
    complexity: LOOKUP_COST,
  })
  insurers(
    @Arg('prefix', () => String) prefix: string,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<string[]> {
    return policies.insurers(cleanText(prefix.slice(0, LONGEST_SEARCH)));
  }

  @Query(() => PolicyHoldings, { complexity: LOOKUP_COST })
  customerHoldings(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyHoldings> {
    return policies.holdings(customerId);
  }
}
