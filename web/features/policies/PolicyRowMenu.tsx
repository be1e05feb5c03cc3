import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Disable, DocumentShare, Edit, EyeOpen, Repeat, Reset, Trash } from '@blueprintjs/icons';
import { type ComponentType, Fragment } from 'react';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RowMenu } from '../../ui/list/RowMenu';
import type { Policy } from './policy';
import { actionsFor, type PolicyAction } from './policyActions';

interface ActionLook {
  text: string;
  icon: ComponentType;
}

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
    {(policy) => <ActionItems policy={policy} onAction={onAction} />}
  </RowMenu>
);

interface ActionItemsProps extends Pick<PolicyRowMenuProps, 'onAction'> {
  policy: Policy;
  without?: readonly PolicyAction[];
}

export const ActionItems = ({ policy, without = [], onAction }: ActionItemsProps) =>
  actionsFor(policy)
    .filter((action) => !without.includes(action))
    .map((action, index) => {
      const { text, icon: Icon } = ACTION_LOOKS[action];
      const isDelete = action === 'delete';
      return (
        <Fragment key={action}>
          {isDelete && index > 0 && <MenuDivider />}
          <MenuItem
            text={text}
            icon={<Icon />}
            intent={isDelete ? Intent.DANGER : Intent.NONE}
            onClick={() => onAction(action, policy)}
          />
        </Fragment>
      );
    });
