import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { type ComponentType, Suspense } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { SkeletonRows } from '../ui/list/SkeletonRows';
import { NoAccess } from './NoAccess';
import '../ui/pageTabs.css';

/** A tab of a screen, at an address of its own. */
export interface PageTab {
  path: string;
  label: string;
  /** Addresses of pages that belong to it, as patterns of the router. */
  pages?: readonly string[];
  /** Without it the tab is for everybody who sees the screen. */
  permission?: Permission;
  Panel: ComponentType;
}

interface TabsPageProps {
  /** What the tabs are of, such as "Settings". */
  label: string;
  /** Those that the user may see. */
  tabs: readonly PageTab[];
}

/** A screen of several panels; the address says which is shown. */
export function TabsPage({ label, tabs }: TabsPageProps) {
  const { pathname } = useLocation();
  const shown = tabs.find(({ path, pages = [] }) =>
    [path, ...pages].some((pattern) => matchPath(pattern, pathname) !== null),
  );
  return (
    <>
      <nav className="page-tabs" aria-label={label}>
        {tabs.map(({ path, label: text }) => (
          <Link key={path} to={path} aria-current={path === shown?.path ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {shown ? (
        <Suspense fallback={<SkeletonRows height={56} what={label.toLowerCase()} />}>
          <shown.Panel key={shown.path} />
        </Suspense>
      ) : (
        <NoAccess />
      )}
    </>
  );
}
