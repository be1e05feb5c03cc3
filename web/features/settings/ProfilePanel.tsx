import { Link } from 'react-router';
import { useCurrentUser } from '../../session/SessionProvider';
import { labelOf } from '../../ui/labels';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import './settings.css';

export default function ProfilePanel() {
  const user = useCurrentUser();
  return (
    <div className="settings-cards">
      <SectionCard title="Profile">
        <dl>
          <dt>Username</dt>
          <dd>{user.username}</dd>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dt>Role</dt>
          <dd>
            <Badge tone="ended">{labelOf(user.role)}</Badge>
          </dd>
          <dt>2FA</dt>
          <dd className="badges">
            {user.isTwoFactorEnabled ? (
              <Badge tone="good">Enabled</Badge>
            ) : (
              <Badge tone="wait">Not enabled</Badge>
            )}
            <Link to="/settings/security">
              {user.isTwoFactorEnabled ? 'Manage 2FA' : 'Enable 2FA'}
            </Link>
          </dd>
        </dl>
      </SectionCard>
    </div>
  );
}
