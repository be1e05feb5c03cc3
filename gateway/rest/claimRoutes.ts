import {
  ClaimRequestInput,
  ClaimRequirementInput,
  ClaimStepInput,
} from '@insuremanager/contracts/claims/claimFields';
import { ClaimProgress, claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { PLAIN } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { recordRoutes } from './recordRoutes.js';
import type { RestRoute } from './restRoute.js';

const claim = recordRoutes({
  ...claimRecord,
  descriptions: {
    create: 'The loss must lie within the term that is named. The number is the system’s.',
  },
});

/** Claims by REST: the record, its stages, and the documents that it needs. */
export const claimRoutes: readonly RestRoute[] = [
  ...claim.routes,
  {
    method: 'get',
    path: `${claim.path}/:id/progress`,
    access: 'people.read',
    view: PLAIN,
    tag: claim.tag,
    operationId: 'getClaimProgress',
    summary: 'How a claim got where it is, and what is still to come',
    answers: { 200: jsonAnswer('Its steps, checklist and requests', { ClaimProgress }) },
    handle: (exchange) => exchange.services.claims.progress(claim.idOf(exchange)),
  },
  claim.change({
    path: '/stage',
    body: { ClaimStepInput },
    operationId: 'moveClaim',
    summary: 'Bring a claim to a stage',
    change: ({ claims }, ...asked) => claims.move(...asked),
  }),
  claim.change({
    path: '/requirements',
    body: { ClaimRequirementInput },
    operationId: 'markClaimRequirement',
    summary: 'Say what is known of a document that a claim needs',
    change: ({ claims }, ...asked) => claims.markRequirement(...asked),
  }),
  claim.change({
    path: '/request',
    body: { ClaimRequestInput },
    operationId: 'requestClaimDocuments',
    summary: 'Ask the customer for the missing documents',
    change: ({ claims }, ...asked) => claims.requestDocuments(...asked),
  }),
];
