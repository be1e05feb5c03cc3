import { expect, it } from 'vitest';
import { actionsFor, nextStepOf } from './policyActions';

it.each([
  ['active', null, 31, ['view', 'edit', 'renew', 'endorse', 'cancel', 'delete']],
  ['active', null, 30, ['view', 'edit', 'renew', 'remind', 'endorse', 'cancel', 'delete']],
  ['active', null, 0, ['view', 'edit', 'renew', 'remind', 'endorse', 'cancel', 'delete']],
  ['expired', null, -1, ['view', 'edit', 'renew', 'endorse', 'cancel', 'reinstate', 'delete']],
  ['cancelled', null, 5, ['view', 'edit', 'reinstate', 'delete']],
  ['renewed', 13, 5, ['view', 'edit']],
] as const)(
  'a policy that is %s, renewed by %s, %i days before its end: %j',
  (status, successorId, daysUntilExpiry, actions) =>
    expect(actionsFor({ status, successorId, daysUntilExpiry })).toEqual(actions),
);

it.each([
  ['active', null, 61, null],
  ['active', null, 60, 'renew'],
  ['active', null, 0, 'renew'],
  ['expired', null, -12, 'renew'],
  ['cancelled', null, 5, null],
  ['renewed', 13, 5, null],
] as const)(
  'a policy that is %s, renewed by %s, %i days before its end, needs %s next',
  (status, successorId, daysUntilExpiry, step) =>
    expect(nextStepOf({ status, successorId, daysUntilExpiry })).toBe(step),
);
