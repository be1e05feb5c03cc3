import type { Policy } from './policy';

export type PolicyAction =
  | 'view'
  | 'edit'
  | 'renew'
  | 'endorse'
  | 'cancel'
  | 'reinstate'
  | 'delete';

type StatusFields = Pick<Policy, 'status' | 'successorId'>;

/** What can be done with a policy now, in the order of its menu. */
export function actionsFor({ status, successorId }: StatusFields): PolicyAction[] {
  const isLastTerm = successorId === null;
  const isInForce = status === 'active' || status === 'expired';
  const isOver = status === 'cancelled' || status === 'expired';
  const can: Record<PolicyAction, boolean> = {
    view: true,
    edit: true,
    renew: isLastTerm && status !== 'cancelled',
    endorse: isInForce,
    cancel: isLastTerm && status !== 'cancelled',
    reinstate: isLastTerm && isOver,
    delete: isLastTerm,
  };
  return (Object.keys(can) as PolicyAction[]).filter((action) => can[action]);
}
