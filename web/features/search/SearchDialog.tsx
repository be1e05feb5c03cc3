import { Dialog, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import {
  type KeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { RecordKey } from '../../records/addresses';
import { codeOf } from '../../ui/code';
import { lazyComponent } from '../../ui/lazyPart';
import { release } from './earlyKeys';
import { type FieldState, SEARCH_PLACEHOLDER, type SearchTarget } from './searchTarget';
import './SearchDialog.css';

const RESULTS = codeOf(() => import('./SearchResults'));
export const loadResults = RESULTS.fetch;
const SearchResults = lazyComponent(RESULTS);

interface SearchDialogProps {
  isOpen: boolean;
  text: string;
  onText: (text: string) => void;
  recent: readonly RecordKey[];
  /** Null: nothing was chosen. */
  onClose: (target: SearchTarget | null) => void;
  onClosed: () => void;
}

const NOTHING: FieldState = { activeId: undefined, isExpanded: false };

/** The field is there at once, so that no key is lost; what finds and shows comes when it can. */
export function SearchDialog(props: SearchDialogProps) {
  const { isOpen, text, onText, recent, onClose, onClosed } = props;
  const box = useRef<HTMLInputElement>(null);
  const onKeyDown = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [field, setField] = useState(NOTHING);
  const listId = useId();
  useKeysFor(box, isOpen);
  return (
    <Dialog
      isOpen={isOpen}
      title="Global Search"
      onClose={() => onClose(null)}
      onClosed={onClosed}
      // Not by `autoFocus`, which is earlier than a form below knows that this dialog is open: the form
      // would fetch the focus back a frame later, and what is typed meanwhile would be lost.
      onOpening={() => {
        box.current?.focus();
        release();
      }}
      // Whoever opened it knows where the focus belongs.
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className="search-dialog"
    >
      <div className="search-panel">
        <InputGroup
          inputRef={box}
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={field.isExpanded}
          aria-controls={listId}
          aria-activedescendant={field.activeId}
          placeholder={SEARCH_PLACEHOLDER}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          size="large"
          dir="auto"
          leftIcon={<Search />}
          value={text}
          onValueChange={onText}
          onKeyDown={(event) => onKeyDown.current?.(event)}
        />
        <Suspense fallback={<p className="search-says">{text.trim() && 'Searching...'}</p>}>
          <SearchResults
            id={listId}
            text={text}
            recent={recent}
            keys={onKeyDown}
            onField={setField}
            onFocus={() => box.current?.focus()}
            onChoose={onClose}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}

/**
 * What is typed while the dialog is open is searched for, whatever has the focus: a menu that was
 * open before may still be giving it back to its button.
 */
function useKeysFor(box: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const focusBox = (event: globalThis.KeyboardEvent) => {
      const isText = Array.from(event.key).length === 1 && event.key !== ' ';
      if (isText && !event.ctrlKey && !event.metaKey && !event.altKey) box.current?.focus();
    };
    window.addEventListener('keydown', focusBox, true);
    return () => window.removeEventListener('keydown', focusBox, true);
  }, [box, isOn]);
}
