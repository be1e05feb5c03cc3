import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policiesPath } from '../rest/policyAnswers.js';
import { policyListQuery } from '../rest/policyListQuery.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import {
  asOf,
  etagHeader,
  idempotencyKey,
  idParameter,
  ifMatch,
  linkHeader,
  locationHeader,
  queryParameters,
  staleHeader,
} from './parameters.js';
import { nameOfKind } from './schemas.js';

/** The operations on policies of one kind: the same for both, over shapes of their own. */
function pathsOfKind(kind: PolicyKind): Record<string, Record<string, Operation>> {
  const path = policiesPath(kind);
  const tags = [kind === 'health' ? 'Health policies' : 'Vehicle policies'];
  const shape = (rest: string) => ref(nameOfKind(kind, rest));
  const idOf = (verb: string, rest = 'Policy') => `${verb}${nameOfKind(kind, rest)}`;
  const changed = (description: string) =>
    jsonAnswer(description, shape('SavedPolicy'), { ...etagHeader, ...staleHeader });
  const added = (description: string) =>
    jsonAnswer(description, shape('SavedPolicy'), {
      ...locationHeader,
      ...etagHeader,
      ...staleHeader,
    });

  /** A change of one policy. */
  const change = (verb: string, summary: string, body: ReturnType<typeof ref>) => ({
    operationId: idOf(verb),
    tags,
    summary,
    parameters: [idParameter, ifMatch, idempotencyKey],
    requestBody: jsonRequest(body),
    responses: {
      '200': changed('Changed'),
      ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
    },
  });

  return {
    [path]: {
      get: {
        operationId: idOf('list', 'Policies'),
        tags,
        summary: `List ${kind} policies`,
        parameters: queryParameters(policyListQuery(kind)),
        responses: {
          '200': jsonAnswer(
            'The policies, newest first unless asked otherwise',
            { type: 'array', items: shape('Policy') },
            linkHeader,
          ),
          ...refusals(400, 401, 503),
        },
      },
      post: {
        operationId: idOf('create'),
        tags,
        summary: `Add a ${kind} policy`,
        parameters: [idempotencyKey],
        requestBody: jsonRequest(shape('PolicyInput')),
        responses: { '201': added('Added'), ...refusals(400, 401, 403, 409, 413, 415, 503) },
      },
    },
    [`${path}/{id}`]: {
      get: {
        operationId: idOf('get'),
        tags,
        summary: `One ${kind} policy`,
        description: 'A policy of the other kind is not found here.',
        parameters: [idParameter, asOf],
        responses: {
          '200': jsonAnswer('The policy', shape('Policy'), etagHeader),
          ...refusals(400, 401, 404, 503),
        },
      },
      put: {
        ...change('update', `Change a ${kind} policy`, shape('PolicyPatch')),
        description: 'Fields that are absent stay as they are; null clears what may be empty.',
      },
      delete: {
        operationId: idOf('delete'),
        tags,
        summary: `Delete a ${kind} policy`,
        description:
          'Out of every list; the history stays. A term that renewed another gives that one back its place.',
        parameters: [idParameter, ifMatch, idempotencyKey],
        responses: {
          '204': { description: 'Deleted', headers: staleHeader },
          ...refusals(400, 401, 403, 404, 409, 412, 503),
        },
      },
    },
    [`${path}/{id}/history`]: {
      get: {
        operationId: idOf('get', 'PolicyHistory'),
        tags,
        summary: `What happened to a ${kind} policy, oldest first`,
        parameters: [idParameter],
        responses: {
          '200': jsonAnswer('Every event in words', { type: 'array', items: ref('HistoryEntry') }),
          ...refusals(401, 404, 503),
        },
      },
    },
    [`${path}/{id}/renew`]: {
      post: {
        ...change('renew', `Renew a ${kind} policy`, shape('PolicyRenewal')),
        description:
          'Makes the next term and answers it. What is absent is as before, for a year from the day after the end.',
        responses: {
          '201': added('The next term'),
          ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
        },
      },
    },
    [`${path}/{id}/endorse`]: {
      post: {
        ...change('endorse', `Endorse a ${kind} policy`, shape('PolicyEndorsement')),
        description: 'Changes the cover from a day on, and keeps what was before.',
      },
    },
    [`${path}/{id}/cancel`]: {
      post: change('cancel', `Cancel a ${kind} policy`, ref('CancellationInput')),
    },
    [`${path}/{id}/reinstate`]: {
      post: {
        ...change('reinstate', `Reinstate a ${kind} policy`, ref('ReinstatementInput')),
        description: 'Undoes a cancellation or a lapse.',
      },
    },
  };
}

export const policyPaths = (): Record<string, Record<string, Operation>> =>
  Object.assign({}, ...POLICY_KINDS.map(pathsOfKind));
