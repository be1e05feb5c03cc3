import { useCurrentUser } from '../session/SessionProvider';
import { tabsFor } from './settingsTabs';
import { TabsPage } from './TabsPage';

/** One's own account, and for those who run the agency what is set for everybody. */
export default function SettingsPage() {
  const { permissions } = useCurrentUser();
  return <TabsPage label="Settings" tabs={tabsFor(permissions)} />;
}
