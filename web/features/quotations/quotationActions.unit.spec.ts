import { describe, expect, it } from 'vitest';
import { actionsFor } from './quotationActions';

describe('what can be done with a quotation', () => {
  it('is to answer it, while it waits for an answer', () =>
    expect(actionsFor({ status: 'pending', policyId: null })).toEqual([
      'view',
      'pdf',
      'edit',
      'accept',
      'reject',
      'email',
      'link',
      'compare',
      'delete',
    ]));

  it('is to make it a policy, once it is accepted', () => {
    const actions = actionsFor({ status: 'accepted', policyId: null });
    expect(actions).toContain('convert');
    expect(actions).not.toContain('accept');
  });

  it('is to change nothing, once it is a policy', () =>
    expect(actionsFor({ status: 'accepted', policyId: 7 })).toEqual([
      'view',
      'pdf',
      'email',
      'compare',
      'delete',
    ]));

  it('leaves another answer open', () => {
    expect(actionsFor({ status: 'rejected', policyId: null })).toContain('accept');
    expect(actionsFor({ status: 'expired', policyId: null })).toContain('accept');
  });
});
