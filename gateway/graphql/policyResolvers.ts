import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import {
  CancellationInput,
  cancellationFields,
  endorsableFields,
  endorsementFields,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  reinstatementFields,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import * as views from '@insuremanager/contracts/policies/policyViews';
import { LOSS_REASONS, RENEWAL_OUTCOMES } from '@insuremanager/contracts/renewals/renewalKinds';
import { omit, omitUndefined } from '@insuremanager/contracts/rules/objects';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { conflict, invalid, notFound, Refusal } from '@insuremanager/services/platform/errors';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { SavedTerm } from '@insuremanager/services/policies/index';
import { GraphQLLocalDate } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
} from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, HISTORIES_COST, LOOKUP_COST } from './queryCosts.js';
import {
  customerLink,
  type Deleted,
  deletedAs,
  deletedType,
  listResolver,
  type Saved,
  savedAs,
  savedType,
} from './recordResolvers.js';
import { HistoryEntry } from './sharedTypes.js';

export const PolicyKindEnum = enumType('PolicyKind', POLICY_KINDS);
enumType('PolicyStatus', POLICY_STATUSES);
enumType('PolicyType', POLICY_TYPES);
enumType('VehicleType', VEHICLE_TYPES);
enumType('CoverType', COVER_TYPES);
enumType('CancellationReason', CANCELLATION_REASONS);
enumType('PremiumFrequency', PREMIUM_FREQUENCIES);
enumType('LossReason', LOSS_REASONS);
enumType('RenewalOutcome', RENEWAL_OUTCOMES);

export const Policy = objectType('Policy', views.PolicyView, {
  description: 'A term of a policy. What only the other kind has is null.',
});
const Cards = objectType('PolicyCards', views.PolicyCards, {
  description: 'The four cards over a list. Each counts what its list shows.',
});
const Holdings = objectType('PolicyHoldings', views.PolicyHoldings, {
  description: 'What a customer holds, over both kinds.',
});
const TermHistory = objectType('PolicyTermHistory', views.TermHistory, {
  description: 'A term of a policy, and all that happened to it.',
});

export const PolicyInputArg = inputType('PolicyInput', policyFields, {
  description:
    'Absent leaves a field as it is; null or an empty text clears it. Fields of the other kind are ignored.',
});
const Renewal = inputType('RenewalInput', omit(policyFields, ['customerId', 'status']), {
  description:
    'What differs in the next term. Absent: the same number, cover and premium, for a year from the day after the end.',
});
const Changes = inputType('EndorsementChanges', endorsableFields, {
  description: 'Absent leaves a field as it is; null clears it.',
});
const Cancellation = inputType('CancellationInput', cancellationFields, { requiresFields: true });
const Reinstatement = inputType('ReinstatementInput', reinstatementFields);
const Endorsement = inputType('EndorsementInput', endorsementFields, { requiresFields: true });
Field(() => Changes)(Endorsement.prototype, 'changes');

type SavedPolicyAnswer = Saved<'policy', PolicyView> & { renewedTerm: PolicyView | null };

const SavedPolicy = savedType(views.policyRecord, Policy);
Field(() => Policy, {
  nullable: true,
  description: 'After a renewal: the term that it ended, of which `policy` is the next.',
})(SavedPolicy.prototype, 'renewedTerm');
const DeletedPolicy = deletedType('Policy');

/** Which policy a change is about, as it was when the user saw it. */
@ArgsType()
class ChangeArgs {
  @Field(() => PolicyKindEnum)
  kind!: PolicyKind;
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  expectedVersion!: number;
  @Field(() => ID)
  commandId!: string;
}

@Resolver()
class PolicyQueries {
  @Query(() => Policy, {
    nullable: true,
    description: 'Null when unknown, deleted, or of another kind than the one asked for.',
    complexity: LOOKUP_COST,
  })
  policy(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum, { nullable: true }) kind: PolicyKind | null,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyView | null> {
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
  ): Promise<PolicyView | null> {
    return policies.asOf({ kind, id }, day);
  }

  @Query(() => [HistoryEntry], { complexity: LOOKUP_COST })
  policyHistory(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ) {
    return policies.history({ kind, id });
  }

  @Query(() => [TermHistory], {
    description:
      'Every term of the policy that the term belongs to, oldest first, deleted ones too, each with its history.',
    complexity: HISTORIES_COST,
  })
  policyTermHistories(
    @Arg('id', () => Int) id: number,
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ) {
    return policies.termHistories({ kind, id });
  }

  @Query(() => [Policy], {
    description: 'All existing terms of the policy that this one belongs to, the first one first.',
    complexity: LOOKUP_COST,
  })
  policyTerms(
    @Arg('id', () => Int) id: number,
    @Ctx() { policies }: GraphqlContext,
  ): Promise<PolicyView[]> {
    return policies.termsOf(id);
  }

  @Query(() => Cards, { complexity: LOOKUP_COST })
  policyCards(
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Ctx() { policies }: GraphqlContext,
  ) {
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

  @Query(() => Holdings, { complexity: LOOKUP_COST })
  async customerHoldings(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { customers, policies }: GraphqlContext,
  ) {
    return policies.holdings(await customers.remainingOf(customerId));
  }
}

@Resolver()
class PolicyMutations {
  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async createPolicy(
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Arg('input', () => PolicyInputArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Arg('documentId', () => Int, {
      nullable: true,
      description: 'The schedule that it was entered from, which becomes a document of the policy.',
    })
    documentId: number | null,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId);
    const fields = validated(policyInputOf(kind), omitUndefined(input));
    if (!documentId) return saved(context, await context.policies.issue(kind, fields, command));
    await requireScheduleOf(context, documentId, fields);
    const issued = await context.policies.issue(kind, fields, command);
    return saved(context, await withSchedule(context, issued, documentId, command));
  }

  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async updatePolicy(
    @Args(() => ChangeArgs) { kind, id, expectedVersion, commandId }: ChangeArgs,
    @Arg('input', () => PolicyInputArg) input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId, expectedVersion);
    const patch = validated(policyPatchOf(kind), omitUndefined(input));
    return saved(context, await context.policies.update({ kind, id }, patch, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Changes the cover from a day on, and keeps what was before.',
    complexity: CHANGE_COST,
  })
  async endorsePolicy(
    @Args(() => ChangeArgs) { kind, id, expectedVersion, commandId }: ChangeArgs,
    @Arg('input', () => Endorsement) input: { changes: object },
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId, expectedVersion);
    const changes = omitUndefined(input.changes);
    const endorsement = validated(endorsementOf(kind), { ...input, changes });
    return saved(context, await context.policies.endorse({ kind, id }, endorsement, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Answers the new term, and the one that it renewed.',
    complexity: CHANGE_COST,
  })
  async renewPolicy(
    @Args(() => ChangeArgs) { kind, id, expectedVersion, commandId }: ChangeArgs,
    @Arg('input', () => Renewal) input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId, expectedVersion);
    const renewal = validated(renewalOf(kind), omitUndefined(input));
    return saved(context, await context.policies.renew({ kind, id }, renewal, command));
  }

  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async cancelPolicy(
    @Args(() => ChangeArgs) { kind, id, expectedVersion, commandId }: ChangeArgs,
    @Arg('input', () => Cancellation) input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId, expectedVersion);
    const cancellation = validated(CancellationInput, omitUndefined(input));
    return saved(context, await context.policies.cancel({ kind, id }, cancellation, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Undoes a cancellation or a lapse.',
    complexity: CHANGE_COST,
  })
  async reinstatePolicy(
    @Args(() => ChangeArgs) { kind, id, expectedVersion, commandId }: ChangeArgs,
    @Arg('input', () => Reinstatement, { nullable: true }) input: object | null,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicyAnswer> {
    const command = commandOf(context, commandId, expectedVersion);
    const reinstatement = validated(ReinstatementInput, omitUndefined(input ?? {}));
    return saved(context, await context.policies.reinstate({ kind, id }, reinstatement, command));
  }

  @Mutation(() => DeletedPolicy, {
    description: 'Deleting a term that renewed another gives that one back its place.',
    complexity: CHANGE_COST,
  })
  async deletePolicy(
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<Deleted> {
    const command = commandOf(context, commandId, expectedVersion);
    return deletedAs(id, context, await context.policies.delete({ kind, id }, command));
  }
}

/** @throws Refusal when the document cannot become one of the policy: then none is issued. */
async function requireScheduleOf(
  { documents, policies }: GraphqlContext,
  documentId: number,
  { customerId, policyNumber }: Pick<PolicyView, 'customerId' | 'policyNumber'>,
): Promise<void> {
  const document = await documents.find(documentId);
  if (!document) throw notFound('document', documentId);
  if (document.customerId !== customerId) {
    const message = 'The schedule is a document of another customer. Choose that customer.';
    throw invalid([{ field: 'customerId', code: 'document-customer-mismatch', message }]);
  }
  const other = document.policyId === null ? null : await policies.find(document.policyId);
  // The same number is the same command once more.
  if (other && policyNumberKey(other.policyNumber) !== policyNumberKey(policyNumber)) {
    const message = `The schedule is a document of policy ${other.policyNumber} already.`;
    throw conflict('document-attached', message);
  }
}

/** The policy exists whatever becomes of its schedule: a refusal is a warning then. */
async function withSchedule(
  { documents }: GraphqlContext,
  issued: SavedTerm,
  documentId: number,
  command: CommandContext,
): Promise<SavedTerm> {
  const commandId = namedUuid('attach-schedule', command.commandId, documentId);
  try {
    const { position } = await documents.attach(documentId, issued.record.id, {
      ...command,
      commandId,
    });
    return { ...issued, position: position ?? issued.position };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const warning = { field: 'documentId', code: error.code, message: error.message };
    return { ...issued, warnings: [...issued.warnings, warning] };
  }
}

async function saved(context: GraphqlContext, result: SavedTerm): Promise<SavedPolicyAnswer> {
  const answer = await savedAs('policy', context, result);
  return { ...answer, renewedTerm: result.renewed ?? null };
}

export const policyResolvers: ClassType[] = [
  listResolver({
    ...views.policyRecord,
    Item: Policy,
    serviceIn: ({ policies }) => policies,
  }),
  PolicyQueries,
  PolicyMutations,
  customerLink(Policy),
];
