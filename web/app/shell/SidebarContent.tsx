import { Link, useLocation } from 'react-router';
import { useAllowedOf } from '../../ui/allowed';
import { BrandMark } from '../../ui/BrandMark';
import { Tip } from '../../ui/Tip';
import { NAV_GROUPS, type NavGroup, type NavItem, SCREEN_PERMISSIONS, screenAt } from '../screens';
import './Sidebar.css';

interface SidebarContentProps {
  /** With words beside the icons. */
  isExpanded: boolean;
  onNavigate?: () => void;
}

export const SidebarContent = ({ isExpanded, onNavigate }: SidebarContentProps) => (
  <>
    <div className="sidebar-brand">
      <BrandMark />
      {isExpanded && (
        <div>
          <strong>InsureManager</strong>
          <span>Pro Edition</span>
        </div>
      )}
    </div>
    <nav aria-label="Main">
      {NAV_GROUPS.map((group) => (
        <Group key={group.heading ?? 'main'} {...{ group, isExpanded, onNavigate }} />
      ))}
    </nav>
  </>
);

function Group({ group, isExpanded, onNavigate }: SidebarContentProps & { group: NavGroup }) {
  const isAllowed = useAllowedOf(SCREEN_PERMISSIONS);
  const items = group.items.filter(({ screen }) => isAllowed(screen.path));
  if (items.length === 0) return null;
  return (
    <div className="sidebar-group">
      {group.heading && isExpanded && <h2>{group.heading}</h2>}
      <ul>
        {items.map((item) => (
          <li key={item.screen.path}>
            <Tip text={item.label} placement="right" atOnce disabled={isExpanded} fill>
              <Item {...{ item, isExpanded, onNavigate }} />
            </Tip>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A screen with two addresses is the current one at both, which a NavLink would not see. */
function Item({ item, isExpanded, onNavigate }: SidebarContentProps & { item: NavItem }) {
  const { label, icon: Icon, screen } = item;
  const { pathname } = useLocation();
  return (
    <Link
      to={screen.path}
      onClick={onNavigate}
      aria-label={label}
      aria-current={screenAt(pathname) === screen ? 'page' : undefined}
    >
      <Icon />
      {isExpanded && <span>{label}</span>}
    </Link>
  );
}
