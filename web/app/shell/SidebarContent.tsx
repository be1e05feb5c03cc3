import { Link, useLocation } from 'react-router';
import { useAllowedOf } from '../../ui/allowed';
import { BrandMark } from '../../ui/BrandMark';
import { Tip } from '../../ui/Tip';
import { NAV_ITEMS, SCREEN_PERMISSIONS, screenAt } from '../screens';
import './Sidebar.css';

const HEADINGS = [...new Set(NAV_ITEMS.map(({ heading }) => heading))];

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
      {HEADINGS.map((heading) => (
        <Group key={heading ?? 'main'} {...{ heading, isExpanded, onNavigate }} />
      ))}
    </nav>
  </>
);

interface GroupProps extends SidebarContentProps {
  /** The main group needs none. */
  heading: string | undefined;
}

function Group({ heading, isExpanded, onNavigate }: GroupProps) {
  const isAllowed = useAllowedOf(SCREEN_PERMISSIONS);
  const items = NAV_ITEMS.filter((item) => item.heading === heading && isAllowed(item.path));
  if (items.length === 0) return null;
  return (
    <div className="sidebar-group">
      {heading && isExpanded && <h2>{heading}</h2>}
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            <Tip text={item.label} placement="right" atOnce disabled={isExpanded} fill>
              <Item {...{ item, isExpanded, onNavigate }} />
            </Tip>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * A screen with two addresses is the current one at both, and at those of screens within it, which a
 * NavLink would not see.
 */
function Item({
  item,
  isExpanded,
  onNavigate,
}: SidebarContentProps & { item: (typeof NAV_ITEMS)[number] }) {
  const { path, label, icon: Icon } = item;
  const at = screenAt(useLocation().pathname);
  return (
    <Link
      to={path}
      onClick={onNavigate}
      aria-label={label}
      aria-current={(at?.within ?? at?.path) === path ? 'page' : undefined}
    >
      <Icon />
      {isExpanded && <span>{label}</span>}
    </Link>
  );
}
