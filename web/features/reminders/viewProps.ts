import type { ComponentType, ReactNode } from 'react';

/** What a view has in common with the others. */
export interface ViewProps {
  /** The main action, for the toolbar. */
  action: ReactNode;
  /** Cards and what leads to the other views, between the toolbar and the list. */
  head: ReactNode;
  PolicyPanel: ComponentType<PolicyPanelProps>;
}

export interface PolicyPanelProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  /** Brings the list up to date. */
  onChanged: (id?: number) => Promise<void>;
}
