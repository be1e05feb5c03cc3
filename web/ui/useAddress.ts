import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

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

/**
 * What people search for are names and phone numbers, which no server, proxy or list of visited
 * pages has to know: these names are remembered with the history's entry, beside its address.
 */
const UNWRITTEN: readonly string[] = ['q'];

interface EntryState {
  openedHere?: boolean;
  unwritten?: Readonly<Record<string, string>>;
}

/** What a screen remembers in its address: search, filters, the record that is open. */
export function useAddress(): Address {
  const { search, state } = useLocation() as { search: string; state: EntryState | null };
  const navigate = useNavigate();
  const openedHere = state?.openedHere ?? false;

  const params = useMemo(() => everything(search, state), [search, state]);

  const go = useCallback(
    (changes: Changes, options: { replace: boolean; openedHere: boolean }) => {
      // The entry itself, not this render's: two changes may come before the next render.
      const next = addressNow();
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      const unwritten: Record<string, string> = {};
      for (const name of UNWRITTEN) {
        const value = next.get(name);
        if (value !== null) unwritten[name] = value;
        next.delete(name);
      }
      navigate(
        { search: next.toString() },
        {
          replace: options.replace,
          state: { openedHere: options.openedHere, unwritten } satisfies EntryState,
          preventScrollReset: true,
        },
      );
    },
    [navigate],
  );
  const change = useCallback(
    (changes: Changes) => go(changes, { replace: true, openedHere }),
    [go, openedHere],
  );
  const open = useCallback(
    (changes: Changes) => go(changes, { replace: false, openedHere: true }),
    [go],
  );
  const close = useCallback(
    (...names: string[]) => {
      if (openedHere) navigate(-1);
      else change(Object.fromEntries(names.map((name) => [name, null])));
    },
    [openedHere, navigate, change],
  );

  // An address that somebody wrote by hand.
  const written = new URLSearchParams(search);
  const tellsTooMuch = UNWRITTEN.some((name) => written.has(name));
  useEffect(() => {
    if (tellsTooMuch) change({});
  }, [tellsTooMuch, change]);

  return { params, change, open, close };
}

/** What the address says now, for what has to know before anything is drawn. */
export const addressNow = (): URLSearchParams =>
  everything(window.location.search, window.history.state?.usr);

/** The address and what is remembered beside it. */
function everything(search: string, state: EntryState | null | undefined): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(state?.unwritten ?? {})) {
    if (!params.has(name)) params.set(name, value);
  }
  return params;
}
