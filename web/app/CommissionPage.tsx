import { COMMISSION_TABS } from './commissionTabs';
import { TabsPage } from './TabsPage';

/** What insurers owe the agency, what they paid, and what of it is a sub-agent's. */
export default function CommissionPage() {
  return <TabsPage label="Commission" tabs={COMMISSION_TABS} />;
}
