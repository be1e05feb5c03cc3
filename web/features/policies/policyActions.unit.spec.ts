import { expect, it } from 'vitest';
import { actionsFor } from './policyActions';

it.each([
  ['active', null, ['view', 'edit', 'renew', 'endorse', 'cancel', 'delete']],
  ['expired', null, ['view', 'edit', 'renew', 'endorse', 'cancel', 'reinstate', 'delete']],
  ['cancelled', null, ['view', 'edit', 'reinstate', 'delete']],
  ['renewed', 13, ['view', 'edit']],
] as const)('a policy that is %s, renewed by %s: %j', (status, successorId, actions) =>
  expect(actionsFor({ status, successorId })).toEqual(actions),
);
