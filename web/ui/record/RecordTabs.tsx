import { Tab, Tabs } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import './RecordTabs.css';

interface RecordTabsProps {
  /** Of the tabs in the page, such as "customer-12". */
  id: string;
  tabs: { id: string; title: string; panel: ReactElement }[];
  /** The id of the one shown; the first when there is no such tab. */
  tab: string;
  onTab: (tab: string) => void;
}

/** The tabs of a drawer; only the panel in sight is there. */
export const RecordTabs = ({ id, tabs, tab, onTab }: RecordTabsProps) => (
  <Tabs
    id={id}
    className="record-tabs"
    selectedTabId={tabs.some((one) => one.id === tab) ? tab : tabs[0]?.id}
    onChange={(next) => onTab(String(next))}
    renderActiveTabPanelOnly
  >
    {tabs.map((one) => (
      // Arrow keys reach only tabs that are expressly not disabled.
      <Tab key={one.id} {...one} disabled={false} />
    ))}
  </Tabs>
);
