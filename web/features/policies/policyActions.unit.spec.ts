import { expect, it } from 'vitest';
import { actionsFor, nextStepOf } from './policyActions';

const YEARLY = { instalments: 0, instalmentsPaid: 0 };

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
    expect(actionsFor({ ...YEARLY, status, successorId, daysUntilExpiry })).toEqual(actions),
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
    expect(nextStepOf({ ...YEARLY, status, successorId, daysUntilExpiry })).toBe(step),
);

it.each([
  ['active', 0, ['pay']],
  ['active', 3, ['pay', 'take_back']],
  ['expired', 4, ['take_back']],
  ['cancelled', 3, ['take_back']],
] as const)(
  'of a policy that is %s, of whose four premiums %i are paid: %j',
  (status, instalmentsPaid, actions) => {
    const policy = { status, successorId: null, daysUntilExpiry: 31, instalments: 4 };
    const ofPremiums = actionsFor({ ...policy, instalmentsPaid }).filter((action) =>
      ['pay', 'take_back'].includes(action),
    );
    expect(ofPremiums).toEqual(actions);
  },
);
