import { Button, Classes, Dialog, DialogBody, Intent } from '@blueprintjs/core';
import { type ComponentType, useState } from 'react';
import { type Code, codeOf } from './code';
import { whenIdle } from './idleWork';
import { componentOf, MISSING, type Part, suspended } from './lazyPart';

interface Closed {
  onClose?: (() => void) | undefined;
}

/**
 * A dialog or a drawer, whose code comes when the browser is idle, or when it is first shown. Where
 * it does not come, a dialog in its place says so.
 */
export function lazyDialog<Props extends Closed>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  const code = codeOf(load);
  whenIdle(code.fetch);
  return dialogOf(code);
}

/** As `lazyDialog`, for what few ever open: its code comes when it is first shown. */
export const rareDialog = <Props extends Closed>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> => dialogOf(codeOf(load));

/** As `lazyDialog`, for what is open while it has an `id`: nothing of it is there until it first has one. */
export function lazyDrawer<Props extends Closed & { id: number | null }>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props> {
  const code = codeOf(load);
  whenIdle(code.fetch);
  const Drawer = dialogOf(code);
  return function LazyDrawer(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    const isOpen = props.id !== null;
    if (isOpen && !wasOpened) setWasOpened(true);
    // It stays, since it closes slowly; not where it never came.
    return isOpen || (wasOpened && code.arrived) ? <Drawer {...props} /> : null;
  };
}

const dialogOf = <Props extends Closed>(code: Code<Part<Props>>): ComponentType<Props> =>
  suspended(componentOf(code, MissingDialog));

function MissingDialog({ of: { onClose }, onRetry }: { of: Closed; onRetry: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <Dialog
      isOpen={isOpen}
      role="alertdialog"
      title="Not loaded"
      onClose={close}
      // The way that goes on.
      onOpening={(dialog) => dialog.querySelector<HTMLElement>('[data-retry]')?.focus()}
      isCloseButtonShown={false}
      className="small-dialog"
    >
      <DialogBody>
        <p className="muted">{MISSING}</p>
      </DialogBody>
      {/* By hand: every list begins with this file, and would have Blueprint's component with it. */}
      <div className={`${Classes.DIALOG_FOOTER} ${Classes.DIALOG_FOOTER_FIXED}`}>
        <div className={Classes.DIALOG_FOOTER_MAIN_SECTION} />
        <div className={Classes.DIALOG_FOOTER_ACTIONS}>
          <Button onClick={close}>Close</Button>
          <Button data-retry intent={Intent.PRIMARY} onClick={onRetry}>
            Retry
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
