import { Disable, DocumentShare, Edit, EyeOpen, Repeat, Reset, Trash } from '@blueprintjs/icons';
import { ActionItems, type ActionLook } from '../../ui/list/ActionItems';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import type { Policy } from './policy';
import { actionsFor, type PolicyAction } from './policyActions';

const ACTION_LOOKS: Readonly<Record<PolicyAction, ActionLook>> = {
  view: { text: 'View', icon: EyeOpen },
  edit: { text: 'Edit', icon: Edit },
  renew: { text: 'Renew', icon: Repeat },
  endorse: { text: 'Endorse', icon: DocumentShare },
  cancel: { text: 'Cancel', icon: Disable },
  reinstate: { text: 'Reinstate', icon: Reset },
  delete: { text: 'Delete', icon: Trash },
};

interface PolicyRowMenuProps {
  menu: OpenMenu<Policy> | null;
  onClose: () => void;
  onAction: (action: PolicyAction, policy: Policy) => void;
}

/** What can be done with a policy, as it stands. */
export const PolicyRowMenu = ({ menu, onClose, onAction }: PolicyRowMenuProps) => (
  <RowMenu menu={menu} onClose={onClose} nameOf={({ policyNumber }) => policyNumber}>
    {(policy) => <PolicyActions policy={policy} onAction={onAction} />}
  </RowMenu>
);

interface PolicyActionsProps extends Pick<PolicyRowMenuProps, 'onAction'> {
  policy: Policy;
  without?: readonly PolicyAction[];
}

/** The same as items of any menu. */
export const PolicyActions = ({ policy, without = [], onAction }: PolicyActionsProps) => (
  <ActionItems
    actions={actionsFor(policy).filter((action) => !without.includes(action))}
    looks={ACTION_LOOKS}
    onAction={(action) => onAction(action, policy)}
  />
);
