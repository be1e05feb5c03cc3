import {
  ClaimRequestInput,
  ClaimRequirementInput,
  ClaimStepInput,
  claimRequestFields,
  claimRequirementFields,
  claimStepFields,
} from '@insuremanager/contracts/claims/claimFields';
import {
  CLAIM_STEPS,
  REQUEST_CHANNELS,
  REQUIREMENT_MARKS,
} from '@insuremanager/contracts/claims/claimKinds';
import { CLAIM_REQUIREMENTS } from '@insuremanager/contracts/claims/claimRequirements';
import {
  CLAIM_PROGRESS_PARTS,
  ClaimCards,
  ClaimProgress,
  ClaimRequest,
  claimRecord,
} from '@insuremanager/contracts/claims/claimViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { type ClassType, Int } from 'type-graphql';
import type { z } from 'zod';
import { validated } from '../validated.js';
import { enumsOf, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { Policy } from './policyResolvers.js';
import { linkResolver, recordChange } from './recordResolvers.js';
import { fieldsOf, lookedUp, query, rootFields, VERSION_SEEN } from './rootFields.js';

enumType('ClaimRequirement', CLAIM_REQUIREMENTS);
enumType('ClaimStep', CLAIM_STEPS);
enumType('RequirementMark', REQUIREMENT_MARKS);
enumType('ClaimRequestChannel', REQUEST_CHANNELS);
enumsOf('Claim', claimRecord.view);
for (const [name, part] of Object.entries(CLAIM_PROGRESS_PARTS)) {
  enumsOf(name, part);
  objectType(name, part as z.ZodObject);
}

export const Claim = objectType('Claim', claimRecord.view);
const Progress = objectType('ClaimProgress', ClaimProgress);
const Request = objectType('ClaimRequest', ClaimRequest);
const Cards = objectType('ClaimCards', ClaimCards, {
  description: 'The cards over the list. Each counts what its list shows.',
});
const StepInput = inputType('ClaimStepInput', claimStepFields);
const RequirementInput = inputType('ClaimRequirementInput', claimRequirementFields);
const RequestInput = inputType('ClaimRequestInput', claimRequestFields);

const saved = recordChange(claimRecord, Claim);

const fields = rootFields({
  claimCards: query(Cards, {}, (_, { claims }) => claims.cards()),

  claimProgress: query(
    Progress,
    { description: 'How it got where it is, and what is still to come.', args: { id: Int } },
    ({ id }, { claims }) => claims.progress(id),
  ),

  claimRequest: query(
    Request,
    {
      description: 'What would ask for the missing documents, in the customer’s language.',
      args: { id: Int },
    },
    ({ id }, { claims }) => claims.composeRequest(id),
  ),

  moveClaim: saved(
    {
      description: 'Brings it to a stage.',
      args: { id: Int, input: StepInput, expectedVersion: VERSION_SEEN },
    },
    ({ id, input }, { claims }, command) =>
      claims.move(id, validated(ClaimStepInput, omitUndefined(input)), command),
  ),

  markClaimRequirement: saved(
    {
      description: 'Says what is known of a document that it needs.',
      args: { id: Int, input: RequirementInput, expectedVersion: VERSION_SEEN },
    },
    ({ id, input }, { claims }, command) =>
      claims.markRequirement(id, validated(ClaimRequirementInput, omitUndefined(input)), command),
  ),

  requestClaimDocuments: saved(
    {
      description:
        'Asks for the missing documents: by an email, or a WhatsApp that is begun elsewhere.',
      args: { id: Int, input: RequestInput, expectedVersion: VERSION_SEEN },
    },
    ({ id, input }, { claims }, command) =>
      claims.requestDocuments(id, validated(ClaimRequestInput, omitUndefined(input)), command),
  ),
});

/** What is known of the claims of a term. */
const claimOfPolicy = fieldsOf(Policy, {
  openClaim: lookedUp<PolicyView>(
    String,
    { nullable: true, description: 'The number of a claim under it that is open.' },
    { by: 'openClaims', idOf: ({ id }) => id },
  ),
});

export const claimResolvers: ClassType[] = [
  fields,
  claimOfPolicy,
  linkResolver({
    From: Claim,
    field: 'policy',
    To: Policy,
    description: 'The term of the loss; null when it has been deleted.',
    by: 'policiesById',
    idOf: ({ policyId }) => policyId,
  }),
];
