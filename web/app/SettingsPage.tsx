import { Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useCurrentUser } from '../session/SessionProvider';
import { SkeletonRows } from '../ui/list/SkeletonRows';
import { NoAccess } from './NoAccess';
import { SETTINGS_TABS } from './settingsTabs';
import './SettingsPage.css';

/** One's own account, and for those who run the agency what is set for everybody. */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const { permissions } = useCurrentUser();
  const tabs = SETTINGS_TABS.filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another tab
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const shown = tabs.find(({ path }) => path === pathname);
  return (
    <>
      <nav ref={nav} className="settings-tabs" aria-label="Settings">
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
