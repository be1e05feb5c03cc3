import { useEffect, useRef, useState } from 'react';

/**
 * The quotations that are compared: those that the address names, and what is chosen before the
 * address has followed.
 */
export function useChosen(
  named: readonly number[],
  onChange: (ids: readonly number[]) => void,
): [ids: readonly number[], choose: (ids: readonly number[]) => void] {
  const [ids, setIds] = useState(named);
  const address = named.join(',');
  /** Addresses that are on their way: of several quick choices, the first may come after the last. */
  const awaited = useRef<string[]>([]);
  const last = useRef(address);
  useEffect(() => {
    if (address === last.current) return;
    last.current = address;
    const at = awaited.current.indexOf(address);
    if (at >= 0) {
      awaited.current.splice(0, at + 1);
      return;
    }
    // Back, say, has changed the address.
    awaited.current = [];
    setIds(address === '' ? [] : address.split(',').map(Number));
  }, [address]);

  const choose = (next: readonly number[]) => {
    awaited.current.push(next.join(','));
    setIds(next);
    onChange(next);
  };
  return [ids, choose];
}
