import {
  Disable,
  DocumentShare,
  Notifications,
  Repeat,
  Reset,
  TickCircle,
} from '@blueprintjs/icons';
import { type ActionDesign, ActionItems } from '../../ui/list/RowMenu';
import { POLICY, type Policy } from './policy';
import { actionsFor, POLICY_NEEDS, type PolicyAction } from './policyActions';

const LOOKS: ActionDesign<PolicyAction>['looks'] = {
  renew: { text: 'Renew', icon: Repeat },
  remind: { text: 'Send Reminder', icon: Notifications },
  pay: { text: 'Mark Premium as Paid', icon: TickCircle },
  take_back: { text: 'Take Back Payment', icon: Reset },
  endorse: { text: 'Endorse', icon: DocumentShare },
  cancel: { text: 'Cancel', icon: Disable },
  reinstate: { text: 'Reinstate', icon: Reset },
};

interface PolicyActionsProps {
  policy: Policy;
  without?: readonly PolicyAction[];
  onAction: (action: PolicyAction, policy: Policy) => void;
}

/** What can be done with a policy, as it stands; items of a menu. */
export const PolicyActions = ({ policy, without, onAction }: PolicyActionsProps) => (
  <ActionItems
    actions={actionsFor(policy)}
    without={without}
    type={POLICY[policy.kind]}
    needs={POLICY_NEEDS}
    looks={LOOKS}
    onAction={(action) => onAction(action, policy)}
  />
);
