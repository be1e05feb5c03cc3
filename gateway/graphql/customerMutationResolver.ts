import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerReceipt } from '@insuremanager/services/customers/index';
import { invalid } from '@insuremanager/services/platform/errors';
import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { CustomerInputArg } from './customerInputs.js';
import { DeletedCustomer, SavedCustomer } from './customerTypes.js';
import { contextOf, type GraphqlContext, noteStaleness } from './graphqlContext.js';
import { CHANGE_COST } from './queryCosts.js';

const LONGEST_COMMAND_ID = 200;

@Resolver()
export class CustomerMutationResolver {
  @Mutation(() => SavedCustomer, { complexity: CHANGE_COST })
  async createCustomer(
    @Arg('input', () => CustomerInputArg) input: CustomerInputArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCustomer> {
    const command = contextOf(context, checked(commandId));
    const fields = validated(CustomerInput, given(input));
    return saved(context, await context.customers.register(fields, command));
  }

  @Mutation(() => SavedCustomer, { complexity: CHANGE_COST })
  async updateCustomer(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => CustomerInputArg) input: CustomerInputArg,
    @Arg('expectedVersion', () => Int) expectedVersion: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCustomer> {
    const command = contextOf(context, checked(commandId), expectedVersion);
    const patch = validated(CustomerPatch, given(input));
    return saved(context, await context.customers.update(id, patch, command));
  }

  @Mutation(() => DeletedCustomer, { complexity: CHANGE_COST })
  async deleteCustomer(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeletedCustomer> {
    const command = contextOf(context, checked(commandId), expectedVersion ?? undefined);
    const { position } = await context.customers.delete(id, command);
    return { id, stale: await noteStaleness(context, position) };
  }
}

async function saved(
  context: GraphqlContext,
  { customer, warnings, position }: CustomerReceipt,
): Promise<SavedCustomer> {
  return { customer, warnings, stale: await noteStaleness(context, position) };
}

/** What the client sent, without the fields that the input class holds as undefined. */
const given = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

function checked(commandId: string): string {
  if (commandId.length > 0 && commandId.length <= LONGEST_COMMAND_ID) return commandId;
  const message = `commandId must have 1 to ${LONGEST_COMMAND_ID} characters`;
  throw invalid([{ field: 'commandId', code: 'out-of-range', message }]);
}
