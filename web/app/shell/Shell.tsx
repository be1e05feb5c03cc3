import { Drawer } from '@blueprintjs/core';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PAST_DAY } from '../../data/pastDay';
import { useAgency } from '../../records/agency/useAgency';
import { useCurrentUser } from '../../session/SessionProvider';
import { rarePart } from '../../ui/lazyPart';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { titleOf } from '../screens';
import { Shortcuts } from './Shortcuts';
import { SidebarContent } from './SidebarContent';
import { TopBar } from './TopBar';
import { useSidebar } from './useSidebar';
import './Shell.css';

const PastBanner = rarePart(() => import('../../features/pastOffice/PastBanner'));
const DemoTour = rarePart(() => import('../../features/tour/DemoTour'));

export function Shell() {
  const isDemo = useAgency()?.isDemo ?? false;
  const { putAway } = useCurrentUser().preferences;
  const sidebar = useSidebar();
  const { pathname } = useLocation();
  const heading = titleOf(pathname);
  useEffect(() => {
    const day = PAST_DAY === null ? '' : ` on ${formatDay(PAST_DAY)}`;
    document.title = `${heading.title}${day} · InsureManager`;
  }, [heading.title]);

  const content = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top
  useLayoutEffect(() => {
    // Newer browsers answer with a promise, which React would take for what undoes the effect.
    content.current?.scrollTo(0, 0);
  }, [pathname]);

  return (
    <div className="shell" data-sidebar={sidebar.isExpanded ? 'expanded' : 'collapsed'}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {sidebar.isPhone ? (
        <Drawer
          isOpen={sidebar.isSheetOpen}
          onClose={sidebar.closeSheet}
          position="left"
          size="18rem"
          className="sidebar-sheet"
        >
          <div role="dialog" aria-modal="true" aria-label="Menu">
            <SidebarContent isExpanded onNavigate={sidebar.closeSheet} />
          </div>
        </Drawer>
      ) : (
        <aside className="sidebar" aria-label="Sidebar">
          <SidebarContent isExpanded={sidebar.isExpanded} />
        </aside>
      )}
      <div className="shell-page">
        {PAST_DAY !== null && <PastBanner day={PAST_DAY} />}
        <TopBar heading={heading} sidebar={sidebar} />
        <Shortcuts />
        <main ref={content} id="content" className="shell-content" tabIndex={-1}>
          <Suspense fallback={<SkeletonRows height={44} what="the page" />}>
            <Outlet />
          </Suspense>
        </main>
        {isDemo && PAST_DAY === null && !putAway.includes('tour') && <DemoTour />}
      </div>
    </div>
  );
}
