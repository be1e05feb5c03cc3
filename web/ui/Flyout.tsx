import { PopoverNext, type PopoverNextPlacement, PopupKind } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface FlyoutProps {
  content: ReactElement;
  children: ReactElement;
  placement?: PopoverNextPlacement;
  /** Opens and closes by itself when this is left out. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  /** More than a menu: fields, a calendar. */
  hasFields?: boolean;
}

const GAP = { offset: { mainAxis: 4 }, flip: {}, shift: { padding: 8 } };

/** What floats beside a button: a menu, a few fields, a calendar. */
export const Flyout = ({
  children,
  isOpen,
  onToggle,
  className,
  hasFields,
  ...rest
}: FlyoutProps) => (
  <PopoverNext
    {...rest}
    isOpen={isOpen}
    onInteraction={onToggle}
    popoverClassName={className}
    popupKind={hasFields ? PopupKind.DIALOG : PopupKind.MENU}
    arrow={false}
    animation="minimal"
    middleware={GAP}
  >
    {children}
  </PopoverNext>
);
