import { NavLink } from 'react-router';
import { BrandMark } from '../../ui/BrandMark';
import { Tip } from '../../ui/Tip';
import { NAV_GROUPS, type NavGroup } from '../screens';
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

const Group = ({ group, isExpanded, onNavigate }: SidebarContentProps & { group: NavGroup }) => (
  <div className="sidebar-group">
    {group.heading && isExpanded && <h2>{group.heading}</h2>}
    <ul>
      {group.items.map(({ label, icon: Icon, screen }) => (
        <li key={screen.path}>
          <Tip text={label} placement="right" atOnce disabled={isExpanded} fill>
            <NavLink to={screen.path} onClick={onNavigate} aria-label={label}>
              <Icon />
              {isExpanded && <span>{label}</span>}
            </NavLink>
          </Tip>
        </li>
      ))}
    </ul>
  </div>
);
