import { Button } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import { useState } from 'react';
import { Flyout } from '../../ui/Flyout';
import { lazyPart } from '../../ui/lazyPart';
import { formatBadge } from './formatBadge';
import { useNotifications } from './useNotifications';
import './NotificationBell.css';

const NotificationPanel = lazyPart(async () => ({
  default: (await import('./NotificationPanel')).NotificationPanel,
}));

/** How much waits to be looked at, and what it is. */
export function NotificationBell() {
  const { list, error, retry } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const badge = formatBadge(list?.unreadKeys.length ?? 0);
  const toggle = (next: boolean) => {
    // What depends on the day changes without anybody's doing.
    if (next) retry();
    setOpen(next);
  };
  return (
    <Flyout
      content={
        <NotificationPanel
          list={list}
          error={error}
          onRetry={retry}
          onClose={() => setOpen(false)}
        />
      }
      placement="bottom-end"
      className="notification-flyout"
      isOpen={isOpen}
      onToggle={toggle}
      hasFields
    >
      <Button
        variant="minimal"
        className="notification-bell"
        icon={<Notifications />}
        aria-label={badge ? `Notifications, ${badge} unread` : 'Notifications'}
      >
        {badge && (
          <span className="notification-badge tabular" aria-hidden="true">
            {badge}
          </span>
        )}
      </Button>
    </Flyout>
  );
}
