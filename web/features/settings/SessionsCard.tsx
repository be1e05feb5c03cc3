import { Button, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useAsk, useShowFailure } from '../../session/useAsk';
import { FormDialog } from '../../ui/FormDialog';
import { formatInstant } from '../../ui/format';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import type { SecurityCardProps } from './TwoFactorCard';

const FAILED = 'Failed to sign out';

/** Where one is signed in. */
export function SessionsCard({ security: { sessions }, onChanged }: SecurityCardProps) {
  const ask = useAsk();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const [isAskingForAll, setAskingForAll] = useState(false);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);

  const end = async (path: string, done: string) => {
    try {
      await ask(path, { method: 'DELETE', fallback: FAILED });
    } catch (error) {
      return showFailure(error, FAILED);
    }
    setAskingForAll(false);
    showToast({ title: 'Signed Out', description: done });
    await onChanged();
  };

  return (
    <SectionCard
      title="Sessions"
      action={
        others.length > 0 && (
          <Button onClick={() => setAskingForAll(true)}>Sign Out All Others</Button>
        )
      }
    >
      <ul className="settings-list">
        {sessions.map(({ id, device, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id}>
            <div className="settings-item">
              <strong>
                {device}
                {isCurrent && <Badge tone="good">This device</Badge>}
              </strong>
              <span className="muted">
                Signed in {formatInstant(createdAt)} · last seen {formatInstant(lastSeenAt)}
              </span>
            </div>
            {!isCurrent && (
              <Button
                variant="minimal"
                intent={Intent.DANGER}
                aria-label={`Sign out ${device}, signed in ${formatInstant(createdAt)}`}
                onClick={() => void end(`sessions/${id}`, `${device} has been signed out.`)}
              >
                Sign Out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAskingForAll && (
        <FormDialog
          title="Sign out all other devices?"
          submitLabel="Sign Out All Others"
          intent={Intent.DANGER}
          onClose={() => setAskingForAll(false)}
          onSubmit={() => end('sessions', 'All other devices have been signed out.')}
        >
          <p className="muted">You stay signed in here. Unsaved work on other devices is lost.</p>
        </FormDialog>
      )}
    </SectionCard>
  );
}
