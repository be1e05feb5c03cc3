/** After so long without the form, keys go where they always go, in milliseconds. */
const GIVEN_UP_MS = 15_000;
const TAB = '\t';
const FIELD = 'input:enabled, textarea:enabled, select:enabled';

let end: () => void = () => undefined;

/**
 * Holds what is typed after the key that opens a form until a field of it has the focus, be its code
 * on the way or the processor busy: it chooses no other shortcut, and stands in the form then. Ends
 * by Escape, or by a press elsewhere.
 */
export function holdKeysForForm(): void {
  end();
  let held = '';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      end();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') held = held.slice(0, -1);
    else if (event.key === 'Tab' && !event.shiftKey) held += TAB;
    else if (Array.from(event.key).length === 1) held += event.key;
  };
  const deliver = async (): Promise<void> => {
    while (held !== '') {
      const [first = ''] = Array.from(held);
      const text = first === TAB ? first : (held.split(TAB)[0] ?? '');
      held = held.slice(text.length);
      if (text === TAB) await pressTab();
      // As if it were typed, with undo and all that listens to it; no other way does that.
      else document.execCommand('insertText', false, text);
      await painted();
    }
    end();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    // What says that the form did not come wants keys of its own.
    if (target instanceof Element && target.closest('[role=alertdialog]')) end();
    if (!isFieldOfDialog(target)) return;
    document.removeEventListener('focusin', onFocus);
    // Once the fields take what is typed.
    void painted().then(deliver);
  };
  const timeout = setTimeout(() => end(), GIVEN_UP_MS);
  window.addEventListener('keydown', onKeyDown, true);
  const onPointerDown = (): void => end();
  window.addEventListener('pointerdown', onPointerDown, true);
  document.addEventListener('focusin', onFocus);
  end = () => {
    clearTimeout(timeout);
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('pointerdown', onPointerDown, true);
    document.removeEventListener('focusin', onFocus);
    end = () => undefined;
  };
}

const isFieldOfDialog = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(FIELD) && !!target.closest('[role=dialog]');

/** React has shown what it was told. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** What a field does by itself at a Tab, such as taking a suggestion; then on to the next field. */
async function pressTab(): Promise<void> {
  const field = document.activeElement;
  if (!isFieldOfDialog(field)) return;
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }),
  );
  await painted();
  const fields = [...(field.closest('form')?.querySelectorAll<HTMLElement>(FIELD) ?? [])].filter(
    ({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null,
  );
  fields[fields.indexOf(field) + 1]?.focus();
}
