import { Button } from '@blueprintjs/core';
import { Bookmark, CaretDown } from '@blueprintjs/icons';
import type { ViewedList } from '@insuremanager/contracts/savedViews/savedViews';
import { useEffect, useRef, useState } from 'react';
import { Flyout } from '../../Flyout';
import { lazyDialog } from '../../lazyDialog';
import { lazyPart } from '../../lazyPart';
import { useAddress } from '../../useAddress';
import { PHONE, useMediaQuery } from '../../useMediaQuery';
import { shownView } from './listAddress';
import { type SavedView, useSavedViews } from './useSavedViews';
import type { ViewsMenuProps } from './ViewsMenu';
import './views.css';

export interface ViewsButtonProps {
  design: ViewsMenuProps['design'];
  list: ViewedList;
  /** Whether the rows are there, which come first. */
  isLoaded: boolean;
}

const ViewsMenu = lazyPart(
  () => import('./ViewsMenu'),
  <p className="views-loading">Loading views…</p>,
);
const ViewDialog = lazyDialog(() => import('./ViewDialog'));

/** Says which view of the list is shown, and opens the others. */
export function ViewsButton({ design, list, isLoaded }: ViewsButtonProps) {
  const { params } = useAddress();
  const isPhone = useMediaQuery(PHONE);
  const [isOpen, setOpen] = useState(false);
  /** Null: a new view. Undefined: nothing is named. */
  const [named, setNamed] = useState<SavedView | null>();
  const saved = useSavedViews(list, isLoaded || isOpen);
  const shown = shownView(design, params, saved.views ?? []);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (named === undefined) return;
    // Once the dialog is gone, which holds the focus; a frame may be drawn before it is.
    return () => button.current?.focus();
  }, [named]);

  const toggle = (next: boolean) => {
    // Another window, or a colleague, may have saved one.
    if (next && saved.views) saved.reload();
    setOpen(next);
  };
  return (
    <>
      <Flyout
        isOpen={isOpen}
        onToggle={toggle}
        placement="bottom-start"
        content={
          <ViewsMenu
            {...{ design, list, saved, shown }}
            onName={setNamed}
            onClose={() => setOpen(false)}
          />
        }
      >
        <Button
          ref={button}
          icon={<Bookmark />}
          endIcon={isPhone ? undefined : <CaretDown />}
          className="views-button"
          active={isPhone && shown !== null}
          aria-expanded={isOpen}
        >
          <span className={isPhone ? 'visually-hidden' : 'views-shown'}>
            {shown ? (
              <>
                <span className="visually-hidden">View: </span>
                <bdi className="ellipsis">{shown.view.name}</bdi>
                {shown.isChanged && <span className="muted"> · changed</span>}
              </>
            ) : (
              'Views'
            )}
          </span>
        </Button>
      </Flyout>
      {named !== undefined && (
        <ViewDialog {...{ design, list }} view={named} onClose={() => setNamed(undefined)} />
      )}
    </>
  );
}
