import { useCurrentUser } from '../../session/SessionProvider';
import { Badge } from '../../ui/StatusBadge';
import './settings.css';

/** Roles are few and short: the first letter in upper case names them. */
const roleName = (role: string) => role.charAt(0).toUpperCase() + role.slice(1);

export default function ProfilePanel() {
  const user = useCurrentUser();
  return (
    <section className="settings-card" aria-labelledby="profile-title">
      <h2 id="profile-title">Profile</h2>
      <dl>
        <dt>Username</dt>
        <dd>{user.username}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Role</dt>
        <dd>
          <Badge tone="ended">{roleName(user.role)}</Badge>
        </dd>
      </dl>
    </section>
  );
}
