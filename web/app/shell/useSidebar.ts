import { useCallback, useEffect, useState } from 'react';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { sidebarCookie, wasExpanded } from './sidebarMemory';

export interface Sidebar {
  isPhone: boolean;
  /** On a wide screen: with words, or icons only. */
  isExpanded: boolean;
  /** On a phone: over the page. */
  isSheetOpen: boolean;
  closeSheet: () => void;
  toggle: () => void;
}

/** Expanded or collapsed on a wide screen, open or closed on a phone; Ctrl/Cmd+B toggles. */
export function useSidebar(): Sidebar {
  const isPhone = useMediaQuery(PHONE);
  const [isExpanded, setExpanded] = useState(() => wasExpanded(document.cookie));
  const [isSheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isPhone) return setSheetOpen((isOpen) => !isOpen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = sidebarCookie(!isExpanded);
    setExpanded(!isExpanded);
  }, [isPhone, isExpanded]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  const closeSheet = useCallback(() => setSheetOpen(false), []);
  return { isPhone, isExpanded, isSheetOpen: isPhone && isSheetOpen, closeSheet, toggle };
}
