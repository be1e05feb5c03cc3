import { cleanText } from '@insuremanager/contracts/rules/text';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { CustomerFilterInput } from '../customerFilter.js';
import { validated } from '../validated.js';
import { CustomersArgs, DuplicateProbeArg } from './customerInputs.js';
import { Customer, CustomerDuplicate, CustomerPage } from './customerTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { HistoryEntry } from './historyTypes.js';
import { pageOf } from './pageArgs.js';
import { costOfPage, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount } from './sharedTypes.js';

/** No city, phone, PAN or address is longer; more text than this is not worth looking for. */
const LONGEST_PROBE = 254;

@Resolver(() => CustomerPage)
export class CustomerQueryResolver {
  @Query(() => CustomerPage, { complexity: costOfPage })
  async customers(
    @Args(() => CustomersArgs) args: CustomersArgs,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<CustomerPage> {
    const filter = validated(CustomerFilterInput, { ...args.filter });
    const page = await customers.list({ filter, sort: args.sort ?? 'added', ...pageOf(args) });
    return { ...page, filter };
  }

  /** Counting costs more than a page: only who asks for it pays. */
  @FieldResolver(() => BoundedCount)
  count(
    @Root() page: CustomerPage,
    @Ctx() { customers, countOnce }: GraphqlContext,
  ): Promise<BoundedCount> {
    return countOnce(page, () => customers.count(page.filter));
  }

  @Query(() => Customer, {
    nullable: true,
    description: 'Null when unknown or deleted.',
    complexity: LOOKUP_COST,
  })
  customer(
    @Arg('id', () => Int) id: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<Customer | null> {
    return customers.find(id);
  }

  @Query(() => Customer, {
    nullable: true,
    description: 'The customer at the end of that day in Asia/Kolkata; null: none then.',
    complexity: LOOKUP_COST,
  })
  customerAsOf(
    @Arg('id', () => Int) id: number,
    @Arg('day', () => GraphQLLocalDate) day: string,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<Customer | null> {
    return customers.asOf(id, day);
  }

  @Query(() => [HistoryEntry], { complexity: LOOKUP_COST })
  customerHistory(
    @Arg('id', () => Int) id: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<HistoryEntry[]> {
    return customers.history(id);
  }

  @Query(() => [CustomerDuplicate], {
    description: 'Other customers who share what should be one person’s alone.',
    complexity: LOOKUP_COST,
  })
  customerDuplicates(
    @Arg('probe', () => DuplicateProbeArg) probe: DuplicateProbeArg,
    @Arg('exceptId', () => Int, { nullable: true }) exceptId: number | null,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<CustomerDuplicate[]> {
    const { phone, email, panNumber, aadhaarNumber } = probe;
    return customers.duplicates(
      {
        phone: probed(phone),
        email: probed(email),
        panNumber: probed(panNumber),
        aadhaarNumber: probed(aadhaarNumber),
      },
      exceptId ?? null,
    );
  }

  @Query(() => [String], { complexity: LOOKUP_COST })
  customerCities(
    @Arg('prefix', () => String) prefix: string,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<string[]> {
    return customers.cities(probed(prefix) ?? '');
  }
}

const probed = (text: string | null | undefined): string | null =>
  text ? cleanText(text.slice(0, LONGEST_PROBE)) : null;
