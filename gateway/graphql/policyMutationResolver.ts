import {
  CancellationInput,
  endorsementOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyChanges';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyReceipt } from '@insuremanager/services/policies/index';
import { Arg, Args, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { given } from './commandArgs.js';
import { commandOf, type GraphqlContext, noteStaleness } from './graphqlContext.js';
import { PolicyKindEnum } from './policyEnums.js';
import {
  CancellationInputArg,
  EndorsementInputArg,
  PolicyChangeArgs,
  PolicyInputArg,
  ReinstatementInputArg,
  RenewalInputArg,
} from './policyInputs.js';
import { DeletedPolicy, SavedPolicy } from './policyTypes.js';
import { CHANGE_COST } from './queryCosts.js';

@Resolver()
export class PolicyMutationResolver {
  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async createPolicy(
    @Arg('kind', () => PolicyKindEnum) kind: PolicyKind,
    @Arg('input', () => PolicyInputArg) input: PolicyInputArg,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId);
    const fields = validated(policyInputOf(kind), given(input));
    return saved(context, await context.policies.issue(kind, fields, command));
  }

  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async updatePolicy(
    @Args(() => PolicyChangeArgs) { kind, id, expectedVersion, commandId }: PolicyChangeArgs,
    @Arg('input', () => PolicyInputArg) input: PolicyInputArg,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const patch = validated(policyPatchOf(kind), given(input));
    return saved(context, await context.policies.update({ kind, id }, patch, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Changes the cover from a day on, and keeps what was before.',
    complexity: CHANGE_COST,
  })
  async endorsePolicy(
    @Args(() => PolicyChangeArgs) { kind, id, expectedVersion, commandId }: PolicyChangeArgs,
    @Arg('input', () => EndorsementInputArg) input: EndorsementInputArg,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const endorsement = validated(endorsementOf(kind), {
      ...input,
      changes: given(input.changes),
    });
    return saved(context, await context.policies.endorse({ kind, id }, endorsement, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Answers the new term, and the one that it renewed.',
    complexity: CHANGE_COST,
  })
  async renewPolicy(
    @Args(() => PolicyChangeArgs) { kind, id, expectedVersion, commandId }: PolicyChangeArgs,
    @Arg('input', () => RenewalInputArg) input: RenewalInputArg,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const renewal = validated(renewalOf(kind), given(input));
    return saved(context, await context.policies.renew({ kind, id }, renewal, command));
  }

  @Mutation(() => SavedPolicy, { complexity: CHANGE_COST })
  async cancelPolicy(
    @Args(() => PolicyChangeArgs) { kind, id, expectedVersion, commandId }: PolicyChangeArgs,
    @Arg('input', () => CancellationInputArg) input: CancellationInputArg,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const cancellation = validated(CancellationInput, given(input));
    return saved(context, await context.policies.cancel({ kind, id }, cancellation, command));
  }

  @Mutation(() => SavedPolicy, {
    description: 'Undoes a cancellation or a lapse.',
    complexity: CHANGE_COST,
  })
  async reinstatePolicy(
    @Args(() => PolicyChangeArgs) { kind, id, expectedVersion, commandId }: PolicyChangeArgs,
    @Arg('input', () => ReinstatementInputArg, { nullable: true })
    input: ReinstatementInputArg | null,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const reinstatement = validated(ReinstatementInput, given(input ?? {}));
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
  ): Promise<DeletedPolicy> {
    const command = commandOf(context, commandId, expectedVersion);
    const { position } = await context.policies.delete({ kind, id }, command);
    return { id, stale: await noteStaleness(context, position) };
  }
}

async function saved(
  context: GraphqlContext,
  { policy, renewed, warnings, position }: PolicyReceipt,
): Promise<SavedPolicy> {
  const stale = await noteStaleness(context, position);
  return { policy, renewedTerm: renewed ?? null, warnings, stale };
}
