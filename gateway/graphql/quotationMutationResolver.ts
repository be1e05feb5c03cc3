import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationReceipt } from '@insuremanager/services/quotations/index';
import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { given } from './commandArgs.js';
import { commandOf, type GraphqlContext, noteStaleness } from './graphqlContext.js';
import { PolicyInputArg } from './policyInputs.js';
import { CHANGE_COST } from './queryCosts.js';
import { QuotationEmailInputArg, QuotationInputArg } from './quotationInputs.js';
import { ConvertedQuotation, DeletedQuotation, SavedQuotation } from './quotationTypes.js';

@Resolver()
export class QuotationMutationResolver {
  @Mutation(() => SavedQuotation, { complexity: CHANGE_COST })
  async createQuotation(
    @Arg('input', () => QuotationInputArg) input: QuotationInputArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedQuotation> {
    const command = commandOf(context, commandId);
    const fields = validated(QuotationInputSchema, given(input));
    return saved(context, await context.quotations.create(fields, command));
  }

  @Mutation(() => SavedQuotation, { complexity: CHANGE_COST })
  async updateQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => QuotationInputArg) input: QuotationInputArg,
    @Arg('expectedVersion', () => Int) expectedVersion: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedQuotation> {
    const command = commandOf(context, commandId, expectedVersion);
    const patch = validated(QuotationPatchSchema, given(input));
    return saved(context, await context.quotations.update(id, patch, command));
  }

  @Mutation(() => DeletedQuotation, { complexity: CHANGE_COST })
  async deleteQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeletedQuotation> {
    const command = commandOf(context, commandId, expectedVersion);
    const { position } = await context.quotations.delete(id, command);
    return { id, stale: await noteStaleness(context, position) };
  }

  @Mutation(() => ConvertedQuotation, {
    description: 'Issues the policy that an accepted quotation becomes; once only.',
    complexity: CHANGE_COST,
  })
  async convertQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => PolicyInputArg, {
      description: 'Of the kind of policy that was quoted.',
    })
    input: PolicyInputArg,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ConvertedQuotation> {
    const { quotations } = context;
    const command = commandOf(context, commandId, expectedVersion);
    const kind = await quotations.quotedKind(id, command);
    const fields = validated(policyInputOf(kind), given(input));
    const { quotation, policy, warnings, position } = await quotations.convert(id, fields, command);
    return { quotation, policy, warnings, stale: await noteStaleness(context, position) };
  }

  @Mutation(() => SavedQuotation, {
    description: 'Sends the PDF by email.',
    complexity: CHANGE_COST,
  })
  async emailQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => QuotationEmailInputArg) input: QuotationEmailInputArg,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedQuotation> {
    const command = commandOf(context, commandId, expectedVersion);
    const email = validated(QuotationEmailInput, given(input));
    return saved(context, await context.quotations.email(id, email, command));
  }
}

async function saved(
  context: GraphqlContext,
  { quotation, warnings, position }: QuotationReceipt,
): Promise<SavedQuotation> {
  return { quotation, warnings, stale: await noteStaleness(context, position) };
}
