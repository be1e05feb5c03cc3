import { useCallback, useEffect, useMemo } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { screenPath } from '../data/pastDay';

type Changes = Readonly<Record<string, string | null>>;

interface Address {
  params: URLSearchParams;
  /** Puts values into the address, or takes those out that are null, in place of this entry. */
  change: (changes: Changes) => void;
  /** As `change`, and Back undoes it. */
  open: (changes: Changes) => void;
  /** Opens a record beside the list, or in place of the one that is open there. */
  openBeside: (parameter: string, id: number | string) => void;
  /**
   * Goes back if `open` led here and nothing else has changed since, such as a filter of the list
   * beside; otherwise takes the names out of the address.
   */
  close: (...names: string[]) => void;
}

/**
 * What people search for are names and phone numbers, which no server, proxy or list of visited
 * pages has to know: these names are remembered with the history's entry, beside its address.
 */
const UNWRITTEN: readonly string[] = ['q'];

interface EntryState {
  openedHere?: boolean;
  /** Its address as it was opened, once that has changed. */
  before?: string | undefined;
  unwritten?: Readonly<Record<string, string>>;
}

/** What a screen remembers in its address: search, filters, the record that is open. */
export function useAddress(): Address {
  const { pathname, search, state } = useLocation() as Location & { state: EntryState | null };
  const navigate = useNavigate();
  const params = useMemo(() => everything(search, state), [search, state]);

  const go = useCallback(
    (changes: Changes, replace: boolean) => {
      // A screen stays until the code of the next one has come; what it still says is not of that.
      if (screenPath() !== pathname) return;
      // The entry itself, not this render's: two changes may come before the next render.
      const entry = entryState();
      const next = everything(window.location.search, entry);
      const before = next.toString();
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
      const state: EntryState = replace
        ? { openedHere: entry?.openedHere ?? false, before: entry?.before ?? before, unwritten }
        : { openedHere: true, unwritten };
      navigate({ search: next.toString() }, { replace, state, preventScrollReset: true });
    },
    [navigate, pathname],
  );
  const change = useCallback((changes: Changes) => go(changes, true), [go]);
  const open = useCallback((changes: Changes) => go(changes, false), [go]);
  const openBeside = useCallback(
    (parameter: string, id: number | string) => {
      const isOpen = new URLSearchParams(window.location.search).has(parameter);
      // Where one goes from record to record, the tab stays; a past day is one of a record.
      go({ [parameter]: String(id), asof: null, ...(isOpen ? {} : { tab: null }) }, isOpen);
    },
    [go],
  );
  const close = useCallback(
    (...names: string[]) => {
      const entry = entryState();
      const now = everything(window.location.search, entry);
      const before = new URLSearchParams(entry?.before ?? now);
      const isAsOpened = beside(now, names) === beside(before, names);
      if (entry?.openedHere && isAsOpened) navigate(-1);
      else change(Object.fromEntries(names.map((name) => [name, null])));
    },
    [navigate, change],
  );

  // An address that somebody wrote by hand.
  const written = new URLSearchParams(search);
  const tellsTooMuch = UNWRITTEN.some((name) => written.has(name));
  useEffect(() => {
    if (tellsTooMuch) change({});
  }, [tellsTooMuch, change]);

  return { params, change, open, openBeside, close };
}

const entryState = (): EntryState | null => window.history.state?.usr ?? null;

/** What the address says now, for what has to know before anything is drawn. */
export const addressNow = (): URLSearchParams => everything(window.location.search, entryState());

/** The address and what is remembered beside it. */
function everything(search: string, state: EntryState | null | undefined): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(state?.unwritten ?? {})) {
    if (!params.has(name)) params.set(name, value);
  }
  return params;
}

/** What an address says but for some names, and for how far the list is scrolled. */
function beside(params: URLSearchParams, names: readonly string[]): string {
  const rest = new URLSearchParams(params);
  for (const name of [...names, 'row']) rest.delete(name);
  rest.sort();
  return rest.toString();
}
