import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { PHONE, useMediaQuery } from './useMediaQuery';
import { useReturnFocus } from './useReturnFocus';
import { useUncoveredKeys } from './useUncoveredKeys';
import './Drawer.css';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Under the title: badges and the like. */
  subtitle?: ReactNode;
  avatar?: ReactNode;
  /** Beside the close button. */
  actions?: ReactNode;
  /** What was open before is still shown, until what was asked for is there. */
  isBusy?: boolean;
  /** Over a dialog: nothing beside it can be used. */
  isModal?: boolean;
  children: ReactNode;
}

const WIDTH = '40rem';

/** A record beside the list that it came from, which stays alive; a page of its own on a phone. */
export function Drawer({ isOpen, isModal = false, ...panel }: DrawerProps) {
  const isPhone = useMediaQuery(PHONE);
  const titleId = useId();
  if (!isModal && !isPhone) return isOpen && <SidePanel titleId={titleId} {...panel} />;
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={panel.onClose}
      size={isPhone ? '100%' : WIDTH}
      className="drawer"
    >
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className="drawer-panel"
      >
        <PanelContent titleId={titleId} {...panel} />
      </div>
    </BlueprintDrawer>
  );
}

interface PanelProps extends Omit<DrawerProps, 'isOpen' | 'isModal'> {
  titleId: string;
}

function SidePanel(props: PanelProps) {
  const { titleId, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  useReturnFocus();
  useEffect(() => {
    // Whoever clicks through a list goes on there by the arrow keys.
    const hasClickedRow = document.activeElement?.matches('[role=row] *, [role=row]');
    if (hasClickedRow && !document.activeElement?.matches(':focus-visible')) return;
    panel.current?.focus({ preventScroll: true });
  }, []);
  useUncoveredKeys(true, (event) => {
    if (event.key !== 'Escape') return;
    // One key does one thing: what is selected in the list stays.
    event.preventDefault();
    onClose();
  });
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="drawer drawer-panel side-panel"
    >
      <PanelContent {...props} />
    </div>
  );
}

const PanelContent = ({ titleId, title, isBusy = false, ...props }: PanelProps) => (
  <>
    <div className="drawer-head">
      {props.avatar && <div className="drawer-avatar">{props.avatar}</div>}
      <div className="drawer-title" aria-live="polite">
        {/* The name of a file may be written from right to left. */}
        <h2 id={titleId} title={title} dir="auto">
          {title}
        </h2>
        {props.subtitle}
      </div>
      {props.actions}
      <Button variant="minimal" icon={<Cross />} aria-label="Close" onClick={props.onClose} />
    </div>
    <div className="drawer-body" aria-busy={isBusy}>
      {props.children}
    </div>
  </>
);
