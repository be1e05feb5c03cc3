import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { invalid } from '@insuremanager/services/platform/errors';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { QuotationFilterInput } from '../quotationFilter.js';
import { validated } from '../validated.js';
import type { GraphqlContext } from './graphqlContext.js';
import { HistoryEntry } from './historyTypes.js';
import { pageOf } from './pageArgs.js';
import { costOfPage, LOOKUP_COST } from './queryCosts.js';
import { QuotationsArgs } from './quotationInputs.js';
import { Quotation, QuotationCards, QuotationPage } from './quotationTypes.js';
import { BoundedCount } from './sharedTypes.js';

@Resolver(() => QuotationPage)
export class QuotationQueryResolver {
  @Query(() => QuotationPage, { complexity: costOfPage })
  async quotations(
    @Args(() => QuotationsArgs) args: QuotationsArgs,
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<QuotationPage> {
    const filter = validated(QuotationFilterInput, { ...args.filter });
    const page = await quotations.list({ filter, sort: args.sort ?? 'added', ...pageOf(args) });
    return { ...page, filter };
  }

  /** Counting costs more than a page: only who asks for it pays. */
  @FieldResolver(() => BoundedCount)
  count(
    @Root() page: QuotationPage,
    @Ctx() { quotations, countOnce }: GraphqlContext,
  ): Promise<BoundedCount> {
    return countOnce(page, () => quotations.count(page.filter));
  }

  @Query(() => Quotation, {
    nullable: true,
    description: 'Null when unknown or deleted.',
    complexity: LOOKUP_COST,
  })
  quotation(
    @Arg('id', () => Int) id: number,
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<Quotation | null> {
    return quotations.find(id);
  }

  @Query(() => Quotation, {
    nullable: true,
    description: 'The quotation at the end of that day in Asia/Kolkata; null: none then.',
    complexity: LOOKUP_COST,
  })
  quotationAsOf(
    @Arg('id', () => Int) id: number,
    @Arg('day', () => GraphQLLocalDate) day: string,
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<Quotation | null> {
    return quotations.asOf(id, day);
  }

  @Query(() => [Quotation], {
    description: `To compare at most ${MOST_COMPARED}: those that are kept, in the order asked for.`,
    complexity: LOOKUP_COST,
  })
  quotationsById(
    @Arg('ids', () => [Int]) ids: number[],
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<Quotation[]> {
    if (ids.length > MOST_COMPARED) {
      const message = `At most ${MOST_COMPARED} quotations can be compared`;
      throw invalid([{ field: 'ids', code: 'too-many', message }]);
    }
    return quotations.some(ids);
  }

  @Query(() => QuotationCards, { complexity: LOOKUP_COST })
  quotationCards(@Ctx() { quotations }: GraphqlContext): Promise<QuotationCards> {
    return quotations.cards();
  }

  @Query(() => [HistoryEntry], { complexity: LOOKUP_COST })
  quotationHistory(
    @Arg('id', () => Int) id: number,
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<HistoryEntry[]> {
    return quotations.history(id);
  }
}
