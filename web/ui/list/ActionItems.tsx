import { Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { type ComponentType, Fragment } from 'react';

export interface ActionLook {
  text: string;
  icon: ComponentType;
}

interface ActionItemsProps<Action extends string> {
  actions: readonly Action[];
  looks: Readonly<Record<Action, ActionLook>>;
  /** Addresses that open in a new tab, of actions that are links. */
  links?: Readonly<Partial<Record<Action, string>>>;
  onAction: (action: Action) => void;
}

/** What can be done with a record, as items of a menu; deleting stands apart, and last. */
export const ActionItems = <Action extends string>({
  actions,
  looks,
  links,
  onAction,
}: ActionItemsProps<Action>) =>
  actions.map((action, index) => {
    const { text, icon: Icon } = looks[action];
    const isDelete = action === 'delete';
    const href = links?.[action];
    return (
      <Fragment key={action}>
        {isDelete && index > 0 && <MenuDivider />}
        <MenuItem
          text={text}
          icon={<Icon />}
          intent={isDelete ? Intent.DANGER : Intent.NONE}
          {...(href !== undefined && { href, target: '_blank' })}
          onClick={() => onAction(action)}
        />
      </Fragment>
    );
  });
