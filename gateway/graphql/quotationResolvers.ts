import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { refusalToCompare } from '@insuremanager/contracts/quotations/lowestOffers';
import {
  QuotationEmailInput,
  quotationEmailFields,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import {
  MOST_COMPARED,
  QUOTATION_STATUSES,
} from '@insuremanager/contracts/quotations/quotationKinds';
import {
  QuotationCards,
  QuotationView,
  quotationRecord,
} from '@insuremanager/contracts/quotations/quotationViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { invalid } from '@insuremanager/services/platform/errors';
import {
  Arg,
  type ClassType,
  Ctx,
  Field,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { Policy, PolicyInputArg } from './policyResolvers.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { linkResolver, type Saved, savedAs, savedType } from './recordResolvers.js';
import { Warning } from './sharedTypes.js';

enumType('QuotationStatus', QUOTATION_STATUSES);

const Quotation = objectType('Quotation', QuotationView, {
  description: 'What the other type of insurance has is null.',
});
const Cards = objectType('QuotationCards', QuotationCards, {
  description: 'The four cards over the list. Each counts what its list shows.',
});
inputType('QuotationInput', quotationFields, {
  description:
    'Absent leaves a field as it is, or as usual in a new one; null or an empty text clears it. Fields of the other type of insurance are ignored; the total follows from premium and charges.',
});
const EmailInput = inputType('QuotationEmailInput', quotationEmailFields, { requiresFields: true });

const SavedQuotation = savedType(quotationRecord, Quotation);

@ObjectType()
class ConvertedQuotation {
  @Field(() => Quotation)
  quotation!: QuotationView;
  @Field(() => Policy, { description: 'What it became.' })
  policy!: PolicyView;
  @Field(() => [Warning], { description: 'Of the policy.' })
  warnings!: readonly { field: string; code: string; message: string }[];
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}

@Resolver()
class QuotationResolver {
  @Query(() => [Quotation], {
    description: `To compare at most ${MOST_COMPARED} of one customer and one type of insurance: those that exist, in the order asked for.`,
    complexity: LOOKUP_COST,
  })
  async quotationsById(
    @Arg('ids', () => [Int]) ids: number[],
    @Ctx() { quotations }: GraphqlContext,
  ): Promise<QuotationView[]> {
    if (ids.length > MOST_COMPARED) {
      const message = `At most ${MOST_COMPARED} quotations can be compared`;
      throw invalid([{ field: 'ids', code: 'too-many', message }]);
    }
    const found = await quotations.listByIds(ids);
    const message = refusalToCompare(found);
    if (message !== null) throw invalid([{ field: 'ids', code: 'not-comparable', message }]);
    return found;
  }

  @Query(() => Cards, { complexity: LOOKUP_COST })
  quotationCards(@Ctx() { quotations }: GraphqlContext): Promise<QuotationCards> {
    return quotations.cards();
  }

  @Mutation(() => ConvertedQuotation, {
    description: 'Issues the policy that an accepted quotation becomes; once only.',
    complexity: CHANGE_COST,
  })
  async convertQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => PolicyInputArg, { description: 'Of the kind of policy that was quoted.' })
    input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ConvertedQuotation> {
    const { quotations } = context;
    const command = commandOf(context, commandId, expectedVersion);
    const kind = await quotations.quotedKind(id, command);
    const fields = validated(policyInputOf(kind), omitUndefined(input));
    const { position, repeated: _, ...converted } = await quotations.convert(id, fields, command);
    return { ...converted, stale: await recordStaleness(context, position) };
  }

  @Mutation(() => SavedQuotation, {
    description: 'Sends the PDF by email.',
    complexity: CHANGE_COST,
  })
  async emailQuotation(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => EmailInput) input: object,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<Saved<'quotation', QuotationView>> {
    const command = commandOf(context, commandId, expectedVersion);
    const email = validated(QuotationEmailInput, omitUndefined(input));
    return savedAs('quotation', context, await context.quotations.email(id, email, command));
  }
}

export const quotationResolvers: ClassType[] = [
  QuotationResolver,
  linkResolver({
    From: Quotation,
    field: 'policy',
    To: Policy,
    description: 'Null when it became none, or that has been deleted.',
    find: async ({ policyId }, { policiesById }) =>
      policyId === null ? null : policiesById.load(policyId),
  }),
  linkResolver({
    From: Policy,
    field: 'quotation',
    To: Quotation,
    description: 'Null when it came from none, or that has been deleted.',
    find: async ({ quotationId }, { quotationsById }) =>
      quotationId === null ? null : quotationsById.load(quotationId),
  }),
];
