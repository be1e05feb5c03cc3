import { PopoverNext, PopupKind } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface MenuAtProps {
  /** In CSS pixels of the window. */
  left: number;
  top: number;
  menu: ReactElement;
  onClose: () => void;
}

/** A menu at a point: where a right click was, or under a button of a list. */
export const MenuAt = ({ left, top, menu, onClose }: MenuAtProps) => (
  <PopoverNext
    isOpen
    onInteraction={(isOpen) => !isOpen && onClose()}
    content={menu}
    placement="bottom-start"
    popupKind={PopupKind.MENU}
    arrow={false}
    animation="minimal"
    renderTarget={({ ref }) => <span ref={ref} style={{ position: 'fixed', left, top }} />}
  />
);
