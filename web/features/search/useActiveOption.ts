import { type KeyboardEvent, useState } from 'react';
import type { SearchOption } from './searchOptions';

interface ActiveOptionProps {
  options: readonly SearchOption[];
  canMove: boolean;
  /** Where one begins; -1 for nowhere. */
  first: number;
  onChoose: (option: SearchOption) => void;
}

interface ActiveOption {
  active: SearchOption | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onPoint: (option: SearchOption) => void;
}

/** The option that Enter opens. Arrows go round; Home and End are the text's until one uses them. */
export function useActiveOption(props: ActiveOptionProps): ActiveOption {
  const { options, canMove, first, onChoose } = props;
  const [moved, setMoved] = useState({ in: options, to: first });
  // With other options one begins anew.
  const hasMoved = moved.in === options && moved.to !== first;
  const at = moved.in === options ? moved.to : first;
  const active = canMove ? options[at] : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method, as in Malayalam or Hindi, is not ours.
    if (!canMove || options.length === 0 || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (!active) return;
      event.preventDefault();
      onChoose(active);
      return;
    }
    const last = options.length - 1;
    const next = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      ...(hasMoved && { Home: 0, End: last }),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setMoved({ in: options, to: next });
  };
  const onPoint = (option: SearchOption) => {
    const to = options.indexOf(option);
    if (to !== at) setMoved({ in: options, to });
  };
  return { active, onKeyDown, onPoint };
}
