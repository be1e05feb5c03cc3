import { isToRemind } from '../../records/reminders/remind';
import type { Needs } from '../../ui/allowed';
import type { Policy } from './policy';

export type PolicyAction =
  | 'view'
  | 'edit'
  | 'renew'
  | 'remind'
  | 'pay'
  | 'take_back'
  | 'endorse'
  | 'cancel'
  | 'reinstate'
  | 'delete';

/** What is needed for each. */
export const POLICY_NEEDS: Needs<PolicyAction> = {
  edit: 'policies.write',
  renew: 'policies.write',
  remind: 'reminders.write',
  pay: 'policies.write',
  take_back: 'policies.write',
  endorse: 'policies.write',
  cancel: 'policies.write',
  reinstate: 'policies.write',
  delete: 'policies.write',
};

type StatusFields = Pick<
  Policy,
  'status' | 'successorId' | 'daysUntilExpiry' | 'instalments' | 'instalmentsPaid'
>;

/** Days before the end of a term from which its renewal is what an agent works on. */
const RENEWAL_DAYS = 60;

/** What a policy needs now; null for nothing in particular. */
export const nextStepOf = (policy: StatusFields): 'renew' | null =>
  policy.daysUntilExpiry <= RENEWAL_DAYS && actionsFor(policy).includes('renew') ? 'renew' : null;

/** What can be done with a policy now, in the order of its menu. */
export function actionsFor(policy: StatusFields): PolicyAction[] {
  const { status, successorId, instalments, instalmentsPaid } = policy;
  const isLastTerm = successorId === null;
  const isInForce = status === 'active' || status === 'expired';
  const isOver = status === 'cancelled' || status === 'expired';
  const can: Record<PolicyAction, boolean> = {
    view: true,
    edit: true,
    renew: isLastTerm && status !== 'cancelled',
    remind: isToRemind(policy),
    pay: status !== 'cancelled' && instalmentsPaid < instalments,
    take_back: instalmentsPaid > 0,
    endorse: isInForce,
    cancel: isLastTerm && status !== 'cancelled',
    reinstate: isLastTerm && isOver,
    delete: isLastTerm,
  };
  return (Object.keys(can) as PolicyAction[]).filter((action) => can[action]);
}
