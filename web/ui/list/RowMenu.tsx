import { Button, Intent, MenuDivider, MenuItem, PopoverNext, PopupKind } from '@blueprintjs/core';
import { Edit, EyeOpen, More, Trash } from '@blueprintjs/icons';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import { type ComponentType, Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { ActionMenu } from '../ActionMenu';
import { type Needs, useAllowedOf } from '../allowed';
import { Flyout } from '../Flyout';
import type { Listed, ListedType, OpenMenu } from './listDesign';

export interface RowMenuProps<Item extends Listed> {
  type: ListedType<Item>;
  /** Null: closed. */
  menu: OpenMenu<Item> | null;
  onClose: () => void;
  /** The `ActionItems` of a record. */
  children: (item: Item) => ReactNode;
}

/** What can be done with a record: one menu for the button, the right click and the keyboard. */
export function RowMenu<Item extends Listed>(props: RowMenuProps<Item>) {
  const { type, menu, onClose, children } = props;
  if (!menu) return null;
  const { item, left, top } = menu;
  return (
    <MenuAt
      key={`${item.id}-${left}-${top}`}
      left={left}
      top={top}
      onClose={onClose}
      menu={<ActionMenu label={`Actions for ${type.nameOf(item)}`}>{children(item)}</ActionMenu>}
    />
  );
}

interface MenuAtProps {
  /** In CSS pixels of the window. */
  left: number;
  top: number;
  menu: ReactElement;
  onClose: () => void;
}

/** A menu at a point: where a right click was, or under a button of a list. */
export function MenuAt({ left, top, menu, onClose }: MenuAtProps) {
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <PopoverNext
      isOpen
      onInteraction={(isOpen) => !isOpen && close()}
      content={menu}
      placement="bottom-start"
      popupKind={PopupKind.MENU}
      arrow={false}
      animation="minimal"
      renderTarget={({ ref }) => <span ref={ref} style={{ position: 'fixed', left, top }} />}
    />
  );
}

interface MoreActionsProps {
  /** The name of the record. */
  of: string;
  /** Its `ActionItems`. */
  children: ReactNode;
}

/** The same in the head of a drawer, of what has no button there. */
export const MoreActions = ({ of, children }: MoreActionsProps) => (
  <Flyout
    placement="bottom-end"
    content={<ActionMenu label={`Actions for ${of}`}>{children}</ActionMenu>}
  >
    <Button variant="minimal" icon={<More />} aria-label="More actions" />
  </Flyout>
);

export interface ActionLook {
  text: string;
  icon: ComponentType;
}

const LOOKS = {
  view: { text: 'View', icon: EyeOpen },
  edit: { text: 'Edit', icon: Edit },
  delete: { text: 'Delete', icon: Trash },
} satisfies Record<string, ActionLook>;

/** What can be done with records of a type, beside viewing, editing and deleting them. */
export interface ActionDesign<Action extends string> {
  type: Pick<RecordDeclaration, 'write'>;
  looks?: Readonly<Record<Exclude<Action, keyof typeof LOOKS>, ActionLook>>;
  /** What is needed for them; what the user may not is left out. */
  needs?: Needs<Action>;
}

interface ActionItemsProps<Action extends string> extends ActionDesign<Action> {
  /** All of them when left out. */
  actions?: readonly Action[];
  /** Those that have a button of their own. */
  without?: readonly Action[] | undefined;
  /** Of actions that are links. */
  links?: Readonly<Partial<Record<Action, { href: string; target?: string; rel?: string }>>>;
  onAction: (action: Action) => void;
}

/** What can be done with a record, as items of a menu; deleting stands apart, and last. */
export const ActionItems = <Action extends string = keyof typeof LOOKS>(
  props: ActionItemsProps<Action>,
) => {
  const { links, onAction, type } = props;
  const isAllowed = useAllowedOf<string>({ edit: type.write, delete: type.write, ...props.needs });
  const { delete: last, ...first } = LOOKS;
  const looks = { ...first, ...props.looks, delete: last } as Record<Action, ActionLook>;
  const { actions = Object.keys(looks) as Action[], without = [] } = props;
  const shown = actions.filter((action) => isAllowed(action) && !without.includes(action));
  return shown.map((action, index) => {
    const { text, icon: Icon } = looks[action];
    const isDelete = action === 'delete';
    return (
      <Fragment key={action}>
        {isDelete && index > 0 && <MenuDivider />}
        <MenuItem
          text={text}
          icon={<Icon />}
          intent={isDelete ? Intent.DANGER : Intent.NONE}
          {...(links?.[action] ?? { onClick: () => onAction(action) })}
        />
      </Fragment>
    );
  });
};
