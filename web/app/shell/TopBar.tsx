import { Button } from '@blueprintjs/core';
import { Menu } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { useExportsHere } from '../../data/exportsHere';
import { useImportsHere } from '../../data/importsHere';
import { NotificationBell } from '../../features/notifications/NotificationBell';
import { stopEarlyKeys } from '../../features/search/earlyKeys';
import { GlobalSearch } from '../../features/search/GlobalSearch';
import { useAgency } from '../../records/agency/useAgency';
import { useAllowed } from '../../ui/allowed';
import { BrandMark } from '../../ui/BrandMark';
import { IconButton } from '../../ui/IconButton';
import { rarePart } from '../../ui/lazyPart';
import { Tip } from '../../ui/Tip';
import { LiveState } from './LiveState';
import { QuickAdd } from './QuickAdd';
import { UserMenu } from './UserMenu';
import type { Sidebar } from './useSidebar';
import { useThemeSwitch } from './useThemeSwitch';
import './TopBar.css';

interface TopBarProps {
  heading: { title: string; subtitle?: string };
  sidebar: Sidebar;
}

export const TopBar = ({ heading, sidebar }: TopBarProps) => (
  <header className="top-bar">
    <Tip text="Toggle sidebar (Ctrl+B)">
      <Button
        variant="minimal"
        icon={<Menu />}
        aria-label="Toggle sidebar"
        aria-expanded={sidebar.isPhone ? sidebar.isSheetOpen : sidebar.isExpanded}
        onClick={sidebar.toggle}
      />
    </Tip>
    <Logo />
    <div className="top-bar-heading">
      <h1>{heading.title}</h1>
      {heading.subtitle && <p>{heading.subtitle}</p>}
    </div>
    <LiveState />
    <AllowedSearch />
    {!sidebar.isPhone && <ThemeToggle />}
    <ExportsHere />
    <ImportsHere />
    <AllowedBell />
    <QuickAdd />
    <UserMenu />
  </header>
);

function AllowedSearch() {
  const isAllowed = useAllowed('search');
  useEffect(() => {
    if (!isAllowed) stopEarlyKeys();
  }, [isAllowed]);
  return isAllowed && <GlobalSearch />;
}

const ExportsButton = rarePart(() => import('../../features/exports/ExportsButton'));

/** Few export in the background, and not every day. */
function ExportsHere() {
  const isWanted = useExportsHere();
  return useAllowed('export') && isWanted && <ExportsButton />;
}

const ImportsRing = rarePart(() => import('../../features/imports/ImportsRing'));

function ImportsHere() {
  const isWanted = useImportsHere();
  return useAllowed('imports.manage') && isWanted && <ImportsRing />;
}

/** Nothing waits for who only counts. */
const AllowedBell = () => useAllowed('notifications.read') && <NotificationBell />;

/** The agency's own, or the product's sign. */
function Logo() {
  const logo = useAgency()?.logo;
  return (
    <span className="top-bar-logo">
      {logo ? <img src={logo.path} alt="Logo" /> : <BrandMark size={24} />}
    </span>
  );
}

const ThemeToggle = () => <IconButton {...useThemeSwitch()} />;
