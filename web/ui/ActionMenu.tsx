import { Menu } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

interface ActionMenuProps {
  label: string;
  children: ReactNode;
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? []),
];

/** A menu as the keyboard expects it: the first item has the focus, arrows go round. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const menu = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // After the popover has taken the focus for itself.
    const frame = requestAnimationFrame(() => itemsOf(menu.current)[0]?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };
  return (
    <Menu ulRef={menu} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </Menu>
  );
}
