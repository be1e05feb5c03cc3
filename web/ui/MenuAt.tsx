import { PopoverNext, PopupKind } from '@blueprintjs/core';
import { type ReactElement, useState } from 'react';

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
