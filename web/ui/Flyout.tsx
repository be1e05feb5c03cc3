import { Classes, PopoverNext, type PopoverNextPlacement, PopupKind } from '@blueprintjs/core';
import type { ReactElement, SyntheticEvent } from 'react';

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

/** A press in what floats above this, such as its list of suggestions, is not a press outside. */
const isPressInFloat = (event?: SyntheticEvent): boolean =>
  event !== undefined &&
  !event.type.startsWith('key') &&
  event.target instanceof Element &&
  event.target.closest(`.${Classes.POPOVER}`) !== null;

/** What floats beside a button: a menu, a few fields, a calendar. */
export function Flyout(props: FlyoutProps) {
  const { children, isOpen, onToggle, className, hasFields, ...rest } = props;
  const toggle = (next: boolean, event?: SyntheticEvent) => {
    if (next || !hasFields || !isPressInFloat(event)) onToggle?.(next);
  };
  return (
    <PopoverNext
      {...rest}
      isOpen={isOpen}
      onInteraction={isOpen === undefined ? undefined : toggle}
      popoverClassName={className}
      popupKind={hasFields ? PopupKind.DIALOG : PopupKind.MENU}
      arrow={false}
      animation="minimal"
      middleware={GAP}
    >
      {children}
    </PopoverNext>
  );
}
