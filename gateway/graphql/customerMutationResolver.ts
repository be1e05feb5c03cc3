import {
  CustomerInput,
  CustomerPatch,
  KycInput,
  type KycStatus,
} from '@insuremanager/contracts/customers/customerFields';
import type { CustomerReceipt } from '@insuremanager/services/customers/index';
import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { given } from './commandArgs.js';
import { CustomerInputArg } from './customerInputs.js';
import { DeletedCustomer, SavedCustomer } from './customerTypes.js';
import { KycStatusEnum } from './enums.js';
import { commandOf, type GraphqlContext, noteStaleness } from './graphqlContext.js';
import { CHANGE_COST } from './queryCosts.js';

@Resolver()
export class CustomerMutationResolver {
  @Mutation(() => SavedCustomer, { complexity: CHANGE_COST })
  async createCustomer(
    @Arg('input', () => CustomerInputArg) input: CustomerInputArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCustomer> {
    const command = commandOf(context, commandId);
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
    const command = commandOf(context, commandId, expectedVersion);
    const patch = validated(CustomerPatch, given(input));
    return saved(context, await context.customers.update(id, patch, command));
  }

  @Mutation(() => SavedCustomer, {
    description: 'Sets the KYC status and records the document that it rests on.',
    complexity: CHANGE_COST,
  })
  async setKycStatus(
    @Arg('id', () => Int) id: number,
    @Arg('kycStatus', () => KycStatusEnum) kycStatus: KycStatus,
    @Arg('documentId', () => Int, { nullable: true }) documentId: number | null,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedCustomer> {
    const command = commandOf(context, commandId, expectedVersion);
    const input = validated(KycInput, { kycStatus, documentId });
    return saved(context, await context.customers.setKycStatus(id, input, command));
  }

  @Mutation(() => DeletedCustomer, { complexity: CHANGE_COST })
  async deleteCustomer(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeletedCustomer> {
    const command = commandOf(context, commandId, expectedVersion);
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
