import { type RefObject, useEffect, useRef } from 'react';
import { useSingleKeys } from '../../data/useSessionState';
import { isTypedInto, useUncoveredKeys } from '../useUncoveredKeys';
import type { Listed } from './listDesign';

interface OpenRow<Item extends Listed> {
  table: RefObject<HTMLElement | null>;
  items: readonly Item[];
  /** Of the record that is open beside the list; null when none is. */
  openId: Item['id'] | null;
  onOpen: (item: Item) => void;
  /** Makes a row the one that the Tab key reaches, and brings it into sight. */
  onActive: (index: number) => void;
}

/**
 * Goes through the records of a list while one of them is open beside it: J opens the next, K the
 * one before. Once it is closed the focus is back on its row.
 */
export function useOpenRow<Item extends Listed>(list: OpenRow<Item>): void {
  const { table, items, openId, onOpen, onActive } = list;
  // The address follows a moment later: the next key may come before.
  const aim = useRef(openId);
  useEffect(() => {
    aim.current = openId;
  }, [openId]);

  const indexOf = (id: Item['id'] | null) => items.findIndex((item) => item.id === id);
  const hasSingleKeys = useSingleKeys();
  useUncoveredKeys(openId !== null && hasSingleKeys, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
    const by = { j: 1, k: -1 }[event.key.toLowerCase()];
    const next = by === undefined ? undefined : items[indexOf(aim.current) + by];
    if (!next) return;
    event.preventDefault();
    aim.current = next.id;
    onOpen(next);
  });

  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const { activeElement } = document;
      const isFree = activeElement === document.body || activeElement?.closest('[role=row]');
      if (isFree) rowAt(table.current, index)?.focus();
    });
  const shown = useRef(openId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record moves the list
  useEffect(() => {
    const before = shown.current;
    shown.current = openId;
    if (before === openId) return;
    const index = indexOf(openId ?? before);
    if (index < 0) return;
    if (openId !== null) onActive(index);
    // Whose focus is in the panel goes on there.
    if (openId === null || before !== null) focusRow(index);
  }, [openId]);
}

/** A row, where it is rendered. */
export const rowAt = (table: HTMLElement | null, index: number) =>
  table?.querySelector<HTMLElement>(`[data-row="${index}"]`);
