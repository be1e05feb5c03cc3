import { PRIVACY_TABS } from './privacyTabs';
import { TabsPage } from './TabsPage';

/** For whom the Data Protection Act makes answerable: rights of persons, and the duties towards them. */
export default function PrivacyPage() {
  return <TabsPage label="Privacy" tabs={PRIVACY_TABS} />;
}
