import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { ActivityCard } from './ActivityCard';
import { PasskeysCard } from './PasskeysCard';
import { PasswordCard } from './PasswordCard';
import { SessionsCard } from './SessionsCard';
import { TwoFactorCard } from './TwoFactorCard';
import { useSecurity } from './useSecurity';
import './settings.css';

/** How one comes in, and where one is signed in. */
export default function SecurityPanel() {
  const { security, error, reload } = useSecurity();
  if (!security && error) {
    return (
      <ErrorPanel
        title="Failed to load the security settings"
        message={error.message}
        onRetry={() => void reload()}
      />
    );
  }
  if (!security) return <SkeletonRows height={56} what="the security settings" />;
  const parts = { security, onChanged: reload };
  return (
    <div className="settings-cards">
      <TwoFactorCard {...parts} />
      <PasskeysCard {...parts} />
      <PasswordCard {...parts} />
      <SessionsCard {...parts} />
      <ActivityCard />
    </div>
  );
}
