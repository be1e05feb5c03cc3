import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { PHONE, useMediaQuery } from './useMediaQuery';
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
  children: ReactNode;
}

const WIDTH = '40rem';

/** A record beside the list that it came from: 40rem wide, all of a phone. */
export function Drawer({
  isOpen,
  onClose,
  title,
  subtitle,
  avatar,
  actions,
  children,
}: DrawerProps) {
  const titleId = useId();
  const isPhone = useMediaQuery(PHONE);
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={onClose}
      size={isPhone ? '100%' : WIDTH}
      className="drawer"
    >
      <div role="dialog" aria-modal="true" aria-labelledby={titleId} className="drawer-panel">
        <div className="drawer-head">
          {avatar && <div className="drawer-avatar">{avatar}</div>}
          <div className="drawer-title">
            {/* The name of a file may be written from right to left. */}
            <h2 id={titleId} title={title} dir="auto">
              {title}
            </h2>
            {subtitle}
          </div>
          {actions}
          <Button variant="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />
        </div>
        <div className="drawer-body">{children}</div>
      </div>
    </BlueprintDrawer>
  );
}
