import { useCurrentUser } from '../session/SessionProvider';
import { codeOf } from '../ui/code';
import { lazyComponent } from '../ui/lazyPart';
import { type SettingsPath, tabsFor } from './settingsTabs';
import { type PageTab, TabsPage } from './TabsPage';

const PANELS: Readonly<Record<SettingsPath, PageTab['Panel']>> = {
  '/settings': lazyComponent(codeOf(() => import('../features/settings/ProfilePanel'))),
  '/settings/security': lazyComponent(codeOf(() => import('../features/settings/SecurityPanel'))),
  '/settings/preferences': lazyComponent(
    codeOf(() => import('../features/settings/PreferencesPanel')),
  ),
  '/settings/exports': lazyComponent(codeOf(() => import('../features/exports/ExportsPanel'))),
  '/settings/users': lazyComponent(codeOf(() => import('../features/users/UsersPanel'))),
  '/settings/agency': lazyComponent(codeOf(() => import('../features/agency/AgencyPanel'))),
  '/settings/webhooks': lazyComponent(codeOf(() => import('../features/settings/WebhooksPanel'))),
  '/settings/audit': lazyComponent(codeOf(() => import('../features/audit/AuditPanel'))),
  '/settings/integrity': lazyComponent(codeOf(() => import('../features/settings/IntegrityPanel'))),
};

/** One's own account, and for those who run the agency what is set for everybody. */
export default function SettingsPage() {
  const { permissions } = useCurrentUser();
  const tabs = tabsFor(permissions).map((tab) => ({ ...tab, Panel: PANELS[tab.path] }));
  return <TabsPage label="Settings" tabs={tabs} />;
}
