import { PopoverNext, PopupKind } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
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
  /** Any text will do: no suggestion is taken unless one was gone to. */
  isFree?: boolean;
}

/** A text with suggestions under it, as the keyboard expects it: arrows choose, Enter takes. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { options, keyOf, note = null } = props;
  const first = props.isFree ? -1 : 0;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(first);
  const hasSomething = options.length > 0 || note !== null;
  const isShown = isOpen && hasSomething;
  const at = Math.min(active, options.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  const choose = (option: Option) => {
    setOpen(false);
    props.onChoose(option);
  };
  const move = (to: number) => {
    setOpen(true);
    if (options.length === 0) return;
    const next = isShown ? (to + options.length) % options.length : 0;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const option = options[at];
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault();
        return move(at + 1);
      case 'ArrowUp':
        event.preventDefault();
        return move(at - 1);
      case 'Enter':
        if (!isShown || (props.isFree && option === undefined)) return setOpen(false);
        event.preventDefault();
        return option === undefined ? undefined : choose(option);
      case 'Escape':
        if (!isShown) return;
        event.stopPropagation();
        event.preventDefault();
        return setOpen(false);
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
          onMouseMove={() => setActive(index)}
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
            id={props.field.id}
            ref={props.inputRef}
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
              setActive(first);
              setOpen(true);
              props.onText(event.target.value);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOpen(false);
              props.onBlur?.();
            }}
          />
          {props.trailing && <span className="bp6-input-action">{props.trailing}</span>}
        </div>
      )}
    />
  );
}
