import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useCurrentUser } from '../session/SessionProvider';
import { SkeletonRows } from '../ui/list/SkeletonRows';
import { NoAccess } from './NoAccess';
import { tabsFor } from './settingsTabs';
import './SettingsPage.css';

/** One's own account, and for those who run the agency what is set for everybody. */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const { permissions } = useCurrentUser();
  const tabs = tabsFor(permissions);
  const shown = tabs.find(({ path }) => path === pathname);
  return (
    <>
      <nav className="settings-tabs" aria-label="Settings">
        {tabs.map(({ path, label }) => (
          <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {shown ? (
        <Suspense fallback={<SkeletonRows height={56} what="the settings" />}>
          <shown.Panel key={shown.path} />
        </Suspense>
      ) : (
        <NoAccess />
      )}
    </>
  );
}
