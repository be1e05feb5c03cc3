import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { policiesPath } from '../rest/policyAnswers.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, type Operation, refusals } from './operations.js';
import { idParameter } from './parameters.js';
import { recordOperations } from './recordOperations.js';
import { nameOfKind } from './schemas.js';

/** The operations on policies of one kind: the same for both, over shapes of their own. */
function pathsOfKind(kind: PolicyKind): Record<string, Record<string, Operation>> {
  const path = policiesPath(kind);
  const shape = (rest: string) => ref(nameOfKind(kind, rest));
  const policy = recordOperations({
    tag: kind === 'health' ? 'Health policies' : 'Vehicle policies',
    id: nameOfKind(kind, 'Policy'),
    ids: nameOfKind(kind, 'Policies'),
    singular: `${kind} policy`,
    plural: `${kind} policies`,
  });

  return {
    ...policy.paths(path, policyListOf(kind), {
      read: 'A policy of the other kind is not found here.',
      remove:
        'Out of every list; the history stays. A term that renewed another gives that one back its place.',
    }),
    [`${path}/{id}/terms`]: {
      get: {
        operationId: `get${nameOfKind(kind, 'PolicyTerms')}`,
        tags: policy.tags,
        summary: `What happened to every term of a ${kind} policy, oldest first`,
        description: 'Of the whole policy that the term belongs to, deleted terms too.',
        parameters: [idParameter],
        responses: {
          '200': jsonAnswer('Every term with its history', {
            type: 'array',
            items: ref('TermHistory'),
          }),
          ...refusals(401, 404, 503),
        },
      },
    },
    [`${path}/{id}/renew`]: {
      post: {
        ...policy.change('renew', `Renew a ${kind} policy`, shape('PolicyRenewal'), {
          description:
            'Makes the next term and answers it. What is absent is as before, for a year from the day after the end.',
          mayBeEmpty: true,
        }),
        responses: {
          '201': policy.made('The next term'),
          ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
        },
      },
    },
    [`${path}/{id}/endorse`]: {
      post: policy.change('endorse', `Endorse a ${kind} policy`, shape('PolicyEndorsement'), {
        description: 'Changes the cover from a day on, and keeps what was before.',
      }),
    },
    [`${path}/{id}/cancel`]: {
      post: policy.change('cancel', `Cancel a ${kind} policy`, ref('CancellationInput')),
    },
    [`${path}/{id}/reinstate`]: {
      post: policy.change('reinstate', `Reinstate a ${kind} policy`, ref('ReinstatementInput'), {
        description: 'Undoes a cancellation or a lapse.',
        mayBeEmpty: true,
      }),
    },
  };
}

export const policyPaths = (): Record<string, Record<string, Operation>> =>
  Object.assign({}, ...POLICY_KINDS.map(pathsOfKind));
