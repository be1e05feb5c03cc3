import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | null>>;

interface Address {
  params: URLSearchParams;
  /** Puts values into the address, or takes those out that are null, in place of this entry. */
  change: (changes: Changes) => void;
  /** As `change`, and Back undoes it. */
  open: (changes: Changes) => void;
  /** Goes back if `open` led here; otherwise takes the names out of the address. */
  close: (...names: string[]) => void;
}

/** What a screen remembers in its address: search, filters, the record that is open. */
export function useAddress(): Address {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();

  const go = useCallback(
    (changes: Changes, options: { replace: boolean; state: unknown }) => {
      // The address itself, not this render's: two changes may come before the next render.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      navigate({ search: next.toString() }, { ...options, preventScrollReset: true });
    },
    [navigate],
  );
  const change = useCallback(
    (changes: Changes) => go(changes, { replace: true, state }),
    [go, state],
  );
  const open = useCallback(
    (changes: Changes) => go(changes, { replace: false, state: { openedHere: true } }),
    [go],
  );
  const close = useCallback(
    (...names: string[]) => {
      if (state?.openedHere) navigate(-1);
      else change(Object.fromEntries(names.map((name) => [name, null])));
    },
    [state, navigate, change],
  );
  return { params, change, open, close };
}
