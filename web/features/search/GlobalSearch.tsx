import { Button, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { RECORD_PLACES } from '../../records/addresses';
import { useOpenRecord } from '../../records/useOpenRecord';
import { useSession } from '../../session/SessionProvider';
import { whenIdle } from '../../ui/idleWork';
import { Tip } from '../../ui/Tip';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { isSearchShortcut, release, takeEarlyKeys } from './earlyKeys';
import { loadResults, SearchDialog } from './SearchDialog';
import { SEARCH_PLACEHOLDER, type SearchTarget } from './searchTarget';
import { useRecentRecords } from './useRecentRecords';
import './GlobalSearch.css';

/** As it is written on the keyboard before one. */
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Keys by which someone who came to the box by Tab says that they want to search. */
const OPENING_KEYS = new Set(['Enter', 'ArrowDown']);

/** The box in the top bar, on a phone a button, and the dialog that both open. */
export function GlobalSearch() {
  const isPhone = useMediaQuery(PHONE);
  const { state } = useSession();
  const isBarred = state.phase === 'signedIn' && state.ended;
  const navigate = useNavigate();
  const openRecord = useOpenRecord();
  const recent = useRecentRecords();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const opener = useRef<Element | null>(null);
  const chosen = useRef<SearchTarget | null>(null);
  const isGivingBack = useRef(false);
  const cameByTab = useCameByTab();

  const open = useCallback(() => {
    if (isBarred || isOpen) return;
    opener.current = document.activeElement;
    setOpen(true);
  }, [isBarred, isOpen]);
  const close = (target: SearchTarget | null) => {
    chosen.current = target;
    setOpen(false);
  };
  // Where it cannot open now, keys go where they always go.
  useShortcut(isBarred || isOpen ? release : open);
  useEffect(() => whenIdle(loadResults), []);
  const openNow = useRef(open);
  useEffect(() => {
    openNow.current = open;
  }, [open]);
  useEffect(
    () =>
      takeEarlyKeys((typed) => {
        setText(typed);
        openNow.current();
      }),
    [],
  );

  // Only now: a dialog that is still open would fetch the focus back.
  const afterClose = () => {
    const target = chosen.current;
    chosen.current = null;
    setText('');
    isGivingBack.current = true;
    // A drawer gives the focus back as well, and the box would take that for a wish to search.
    placeToReturn(opener.current, target !== null ? box.current : null)?.focus();
    isGivingBack.current = false;
    if (target?.to === 'record') openRecord(target.record);
    if (target?.to === 'command') target.run();
    if (target?.to === 'list') {
      navigate(RECORD_PLACES[target.kind].path, { state: { unwritten: { q: target.query } } });
    }
  };

  return (
    <>
      {isPhone ? (
        <Tip text="Search">
          <Button variant="minimal" icon={<Search />} aria-label="Search" onClick={open} />
        </Tip>
      ) : (
        <InputGroup
          inputRef={box}
          className="global-search-box"
          aria-label="Global Search"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={SEARCH_PLACEHOLDER}
          autoComplete="off"
          leftIcon={<Search />}
          rightElement={
            <span className="global-search-keys" aria-hidden="true">
              {SHORTCUT}
            </span>
          }
          value={text}
          onValueChange={(typed) => {
            setText(typed);
            open();
          }}
          onFocus={() => {
            // Tab only passes by: a dialog in its way would be a trap.
            if (!isGivingBack.current && !cameByTab.current) open();
          }}
          onClick={open}
          onKeyDown={(event: KeyboardEvent) => {
            if (!OPENING_KEYS.has(event.key)) return;
            event.preventDefault();
            open();
          }}
        />
      )}
      <SearchDialog
        isOpen={isOpen && !isBarred}
        text={text}
        onText={setText}
        recent={recent}
        onClose={close}
        onClosed={afterClose}
      />
    </>
  );
}

/** Where the focus goes: to what had it, if that is there still and is not to be left out. */
function placeToReturn(opener: Element | null, except: Element | null): HTMLElement | null {
  const isFit = opener instanceof HTMLElement && opener.isConnected && opener !== except;
  return isFit ? opener : document.getElementById('content');
}

/** Ctrl+K, on a Mac Cmd+K. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}

/** Whether the last thing that was done was to press Tab. */
function useCameByTab() {
  const cameByTab = useRef(false);
  useEffect(() => {
    const onAct = (event: Event) => {
      cameByTab.current = event instanceof globalThis.KeyboardEvent && event.key === 'Tab';
    };
    window.addEventListener('keydown', onAct, true);
    window.addEventListener('pointerdown', onAct, true);
    return () => {
      window.removeEventListener('keydown', onAct, true);
      window.removeEventListener('pointerdown', onAct, true);
    };
  }, []);
  return cameByTab;
}
