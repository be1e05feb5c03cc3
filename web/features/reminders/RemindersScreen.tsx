import { Cog } from '@blueprintjs/icons';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { EmailKept } from '../../records/reminders/EmailKept';
import { useAllowed } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { lazyDialog } from '../../ui/lazyDialog';
import { lazyPart } from '../../ui/lazyPart';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { useAddress } from '../../ui/useAddress';
import { type ScreenView, ViewSwitch } from '../../ui/ViewSwitch';
import { BulkButton } from './BulkButton';
import { BulkProgress } from './BulkProgress';
import { ReminderCards } from './ReminderCards';
import { UpcomingView } from './UpcomingView';
import type { PolicyPanelProps } from './viewProps';
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

/** What another feature's view has in its toolbar beside its own. */
export interface OtherViewProps {
  /** What leads to the other views. */
  views: ReactNode;
  action: ReactNode;
}

interface RemindersScreenProps {
  /** Other features' views of the same renewals, such as a board. */
  more?: readonly (ScreenView & { Panel: ComponentType<OtherViewProps> })[];
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
  const toViews = <ViewSwitch views={views} shown={other ?? view} />;
  const settings = canConfigure && (
    <IconButton text="Reminder Settings" icon={<Cog />} onClick={() => open({ settings: '1' })} />
  );
  const action = canSend ? <BulkButton /> : null;
  return (
    <>
      {other ? (
        <Suspense fallback={<SkeletonRows height={56} what={other.label.toLowerCase()} />}>
          <other.Panel
            views={toViews}
            action={
              <>
                <BulkProgress />
                {settings}
                {action}
              </>
            }
          />
        </Suspense>
      ) : (
        <view.Panel
          key={view.id}
          action={action}
          PolicyPanel={PolicyPanel}
          head={
            <>
              <EmailKept />
              <ReminderCards />
              <div className="reminders-bar">
                {toViews}
                <BulkProgress />
                {settings}
              </div>
            </>
          }
        />
      )}
      {canConfigure && params.has('settings') && <SettingsDialog />}
    </>
  );
}
