import type { ReactNode } from 'react';
import './PageToolbar.css';

interface PageToolbarProps {
  /** Search and filters. */
  children: ReactNode;
  /** The page's main action: always top right. */
  action: ReactNode;
}

export const PageToolbar = ({ children, action }: PageToolbarProps) => (
  <div className="page-toolbar">
    <div className="page-toolbar-filters">{children}</div>
    {action}
  </div>
);
