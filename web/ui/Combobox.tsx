import { PopoverNext, PopupKind } from '@blueprintjs/core';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import type { FieldProps } from './FormField';
import './Combobox.css';

interface ComboboxProps<Option> {
  /** What ties the input to its label. */
  field: Partial<FieldProps>;
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  keyOf: (option: Option) => string | number;
  render: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
  /** Said in place of options, such as "Searching…" or "No matching customer". */
  note?: string | null;
  placeholder?: string;
  /** Before the text; an icon or the like. */
  leading?: ReactNode;
  /** After the text. */
  trailing?: ReactNode;
  inputRef?: (input: HTMLInputElement | null) => void;
  onBlur?: () => void;
  autoFocus?: boolean;
  /** Suggestions for what stands there are still on their way. */
  isSearching?: boolean;
  /** Any text will do: before something is typed, no suggestion is the first. */
  isFree?: boolean;
}

/**
 * A text with suggestions under it, as the keyboard expects it: arrows choose, Enter and Tab take.
 * Of a text that was typed they take the first that fits, also when it comes a moment later;
 * Escape leaves the text as it is.
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { options, keyOf, note = null, isSearching = false } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const first = (text: string) => (props.isFree && text.trim() === '' ? -1 : 0);
  const [active, setActive] = useState(() => first(''));
  /** Something was typed or gone to since the list was opened. */
  const [isSought, setSought] = useState(false);
  /** What was typed is to become the first option that comes for it. */
  const [isAwaited, setAwaited] = useState(false);
  const hasSomething = options.length > 0 || note !== null;
  const isShown = isOpen && hasSomething;
  /** The keys are the list's, which may be about to come. */
  const hasKeys = isShown || (isOpen && isSearching && isSought);
  const at = Math.min(active, options.length - 1);
  const ownId = useId();
  const inputId = props.field.id ?? ownId;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setSought(false);
    setActive(first(''));
  };
  const choose = (option: Option) => {
    close();
    props.onChoose(option);
  };
  const move = (to: number) => {
    setOpen(true);
    if (options.length === 0) return;
    const next = isShown ? (to + options.length) % options.length : 0;
    setActive(next);
    setSought(true);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  /** Takes the option at hand, or the first that is still to come; whether there is any. */
  const take = (): boolean => {
    const option = options[at];
    if (option !== undefined) choose(option);
    else if (isSearching && isSought) setAwaited(true);
    return option !== undefined || isSearching;
  };
  const leave = () => {
    close();
    props.onBlur?.();
  };
  const settle = useEffectEvent(() => {
    setAwaited(false);
    const [option] = options;
    if (option !== undefined) choose(option);
    // It was left meanwhile.
    if (document.activeElement?.id !== inputId) leave();
  });
  useEffect(() => {
    if (isAwaited && !isSearching) settle();
  }, [isAwaited, isSearching]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    // The shortcut that saves takes the option along.
    if (ctrlKey || metaKey) return void (key === 'Enter' && hasKeys && isSought && take());
    switch (key) {
      case 'ArrowDown':
        event.preventDefault();
        return move(at + 1);
      case 'ArrowUp':
        event.preventDefault();
        return move(at - 1);
      case 'Tab':
        return void (hasKeys && isSought && take());
      case 'Enter':
        if (!hasKeys) return;
        event.preventDefault();
        return take() || !props.isFree ? undefined : close();
      case 'Escape':
        if (!isShown) return;
        event.stopPropagation();
        event.preventDefault();
        return close();
      default:
    }
  };

  const list = (
    <div role="listbox" id={listId} className="combobox-list" aria-label="Suggestions">
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
        <div
          key={keyOf(option)}
          role="option"
          id={optionId(index)}
          aria-selected={index === at}
          className="combobox-option"
          onMouseDown={(event) => event.preventDefault()}
          // A list that opens under a pointer at rest is not gone to.
          onMouseMove={({ movementX, movementY }) => {
            if (movementX !== 0 || movementY !== 0) setActive(index);
          }}
          onClick={() => choose(option)}
        >
          {props.render(option)}
        </div>
      ))}
    </div>
  );
  return (
    <PopoverNext
      isOpen={isShown}
      onInteraction={(next) => !next && setOpen(false)}
      content={
        <div className="combobox-float">
          {options.length > 0 && list}
          {note !== null && (
            <p role="status" className="combobox-note">
              {note}
            </p>
          )}
        </div>
      }
      placement="bottom-start"
      popupKind={PopupKind.LISTBOX}
      matchTargetWidth
      autoFocus={false}
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      arrow={false}
      animation="minimal"
      renderTarget={({ ref }) => (
        <div ref={ref} className="bp6-input-group combobox" data-leading={Boolean(props.leading)}>
          {props.leading && <span className="combobox-leading">{props.leading}</span>}
          <input
            id={inputId}
            ref={props.inputRef}
            dir="auto"
            className="bp6-input bp6-fill"
            data-invalid={props.field['aria-invalid']}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown && options.length > 0 ? listId : undefined}
            aria-activedescendant={isShown && at >= 0 ? optionId(at) : undefined}
            aria-describedby={props.field['aria-describedby']}
            aria-invalid={props.field['aria-invalid']}
            aria-required={props.field['aria-required']}
            placeholder={props.placeholder}
            // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that somebody opened
            autoFocus={props.autoFocus}
            value={props.text}
            onChange={(event) => {
              setActive(first(event.target.value));
              setOpen(true);
              setSought(event.target.value.trim() !== '');
              setAwaited(false);
              props.onText(event.target.value);
            }}
            // Not by a click: what this field's predecessor says as it is left moves it from under one.
            onMouseDown={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => (isAwaited ? setOpen(false) : leave())}
          />
          {props.trailing && <span className="bp6-input-action">{props.trailing}</span>}
        </div>
      )}
    />
  );
}
