import {
  ClaimRequestInput,
  ClaimRequirementInput,
  ClaimStepInput,
  claimRequestFields,
  claimRequirementFields,
  claimStepFields,
} from '@insuremanager/contracts/claims/claimFields';
import {
  CLAIM_REQUIREMENTS,
  CLAIM_STEPS,
  REQUEST_CHANNELS,
  REQUIREMENT_MARKS,
} from '@insuremanager/contracts/claims/claimKinds';
import {
  CLAIM_PROGRESS_PARTS,
  ClaimCards,
  ClaimProgress,
  ClaimRequest,
  type ClaimView,
  claimRecord,
} from '@insuremanager/contracts/claims/claimViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type {
  CommandContext,
  SavedRecord,
} from '@insuremanager/services/platform/commands/command';
import { Arg, type ClassType, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { z } from 'zod';
import { validated } from '../validated.js';
import { enumsOf, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { Policy } from './policyResolvers.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { linkResolver, type Saved, savedAs, savedType } from './recordResolvers.js';

enumType('ClaimRequirement', CLAIM_REQUIREMENTS);
enumType('ClaimStep', CLAIM_STEPS);
enumType('RequirementMark', REQUIREMENT_MARKS);
enumType('ClaimRequestChannel', REQUEST_CHANNELS);
enumsOf('Claim', claimRecord.view);
for (const [name, part] of Object.entries(CLAIM_PROGRESS_PARTS)) {
  enumsOf(name, part);
  objectType(name, part as z.ZodObject);
}

const Claim = objectType('Claim', claimRecord.view);
const Progress = objectType('ClaimProgress', ClaimProgress);
const Request = objectType('ClaimRequest', ClaimRequest);
const Cards = objectType('ClaimCards', ClaimCards, {
  description: 'The cards over the list. Each counts what its list shows.',
});
const SavedClaim = savedType(claimRecord, Claim);

@Resolver()
class ClaimResolver {
  @Query(() => Cards, { complexity: LOOKUP_COST })
  claimCards(@Ctx() { claims }: GraphqlContext): Promise<ClaimCards> {
    return claims.cards();
  }

  @Query(() => Progress, {
    description: 'How it got where it is, and what is still to come.',
    complexity: LOOKUP_COST,
  })
  claimProgress(
    @Arg('id', () => Int) id: number,
    @Ctx() { claims }: GraphqlContext,
  ): Promise<ClaimProgress> {
    return claims.progress(id);
  }

  @Query(() => Request, {
    description: 'What would ask for the missing documents, in the customer’s language.',
    complexity: LOOKUP_COST,
  })
  claimRequest(
    @Arg('id', () => Int) id: number,
    @Ctx() { claims }: GraphqlContext,
  ): Promise<ClaimRequest> {
    return claims.composeRequest(id);
  }
}

/** A mutation of one claim. */
function changeResolver<Input>(
  name: string,
  {
    description,
    schema,
    Type,
    change,
  }: {
    description: string;
    schema: z.ZodType<Input>;
    Type: ClassType<object>;
    change: (
      context: GraphqlContext,
      id: number,
      input: Input,
      command: CommandContext,
    ) => Promise<SavedRecord<ClaimView>>;
  },
): ClassType {
  @Resolver()
  class ChangeResolver {
    @Mutation(() => SavedClaim, { name, description, complexity: CHANGE_COST })
    async change(
      @Arg('id', () => Int) id: number,
      @Arg('input', () => Type) input: object,
      @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<'claim', ClaimView>> {
      const command = commandOf(context, commandId, expectedVersion);
      const asked = validated(schema, omitUndefined(input));
      return savedAs('claim', context, await change(context, id, asked as Input, command));
    }
  }
  return ChangeResolver;
}

export const claimResolvers: ClassType[] = [
  ClaimResolver,
  changeResolver('moveClaim', {
    description: 'Brings it to a stage.',
    schema: ClaimStepInput,
    Type: inputType('ClaimStepInput', claimStepFields),
    change: ({ claims }, ...asked) => claims.move(...asked),
  }),
  changeResolver('markClaimRequirement', {
    description: 'Says what is known of a document that it needs.',
    schema: ClaimRequirementInput,
    Type: inputType('ClaimRequirementInput', claimRequirementFields),
    change: ({ claims }, ...asked) => claims.markRequirement(...asked),
  }),
  changeResolver('requestClaimDocuments', {
    description:
      'Asks for the missing documents: by an email, or a WhatsApp that is begun elsewhere.',
    schema: ClaimRequestInput,
    Type: inputType('ClaimRequestInput', claimRequestFields),
    change: ({ claims }, ...asked) => claims.requestDocuments(...asked),
  }),
  linkResolver({
    From: Claim,
    field: 'policy',
    To: Policy,
    description: 'The term of the loss; null when it has been deleted.',
    find: async ({ policyId }, { policiesById }) => policiesById.load(policyId),
  }),
];
