import { Cog } from '@blueprintjs/icons';
import { type ComponentType, Suspense } from 'react';
import { EmailKept } from '../../records/reminders/EmailKept';
import { useAllowed } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { lazyDialog } from '../../ui/lazyDialog';
import { lazyPart } from '../../ui/lazyPart';
import { ListFrame } from '../../ui/list/ListFrame';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { useAddress } from '../../ui/useAddress';
import { BulkButton } from './BulkButton';
import { BulkProgress } from './BulkProgress';
import { ReminderCards } from './ReminderCards';
import { UpcomingView } from './UpcomingView';
import { type PolicyPanelProps, type ScreenView, ViewSwitch } from './ViewSwitch';
import './reminders.css';

const SettingsDialog = lazyDialog(async () => ({
  default: (await import('../../records/reminders/SettingsDialog')).SettingsDialog,
}));

const HistoryView = lazyPart(
  async () => ({ default: (await import('./HistoryView')).HistoryView }),
  <SkeletonRows height={56} what="the history" />,
);

const UPCOMING = { id: 'upcoming', label: 'Upcoming', Panel: UpcomingView };
const VIEWS = [UPCOMING, { id: 'history', label: 'History', Panel: HistoryView }];

interface RemindersScreenProps {
  /** Other features' views of the same renewals, such as a board. */
  more?: readonly (ScreenView & { Panel: ComponentType })[];
  /** Another feature's: a policy beside the list of those that are due. */
  PolicyPanel: ComponentType<PolicyPanelProps>;
}

/** What is due, what was sent, and what others show of it. */
export function RemindersScreen({ more = [], PolicyPanel }: RemindersScreenProps) {
  const { params, open } = useAddress();
  const canSend = useAllowed('reminders.write');
  const canConfigure = useAllowed('reminders.configure');
  const name = params.get('view');
  const views = [...VIEWS, ...more];
  const other = more.find(({ id }) => id === name);
  const view = VIEWS.find(({ id }) => id === name) ?? UPCOMING;
  const head = (
    <>
      <EmailKept />
      <ReminderCards />
      <div className="reminders-bar">
        <ViewSwitch views={views} shown={other ?? view} />
        <BulkProgress />
        {canConfigure && (
          <IconButton
            text="Reminder Settings"
            icon={<Cog />}
            onClick={() => open({ settings: '1' })}
          />
        )}
      </div>
    </>
  );
  const action = canSend ? <BulkButton /> : null;
  return (
    <>
      {other ? (
        <ListFrame label={other.label} toolbar={<div className="reminders-actions">{action}</div>}>
          {head}
          <Suspense fallback={<SkeletonRows height={56} what={other.label.toLowerCase()} />}>
            <other.Panel />
          </Suspense>
        </ListFrame>
      ) : (
        <view.Panel key={view.id} {...{ action, head, PolicyPanel }} />
      )}
      {canConfigure && params.has('settings') && <SettingsDialog />}
    </>
  );
}
