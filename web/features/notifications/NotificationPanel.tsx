import { Button } from '@blueprintjs/core';
import {
  Archive,
  Calculator,
  Calendar,
  Envelope,
  Error as ErrorIcon,
  IdNumber,
  Import,
  Inbox,
  Notifications,
  Phone,
  Shield,
  Tick,
} from '@blueprintjs/icons';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ComponentType, useId } from 'react';
import { Link } from 'react-router';
import type {
  NotificationKind,
  NotificationsShownFragment,
  ToDoKind,
} from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { KIND_HEADINGS } from '../../records/notifications/kindHeadings';
import { formatCount } from '../../ui/format';
import { IconButton } from '../../ui/IconButton';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { describeNotification, type Notification } from './notificationTexts';
import { type Marking, useMarking } from './useMarking';
import '../../ui/iconLine.css';
import './NotificationPanel.css';

interface NotificationPanelProps {
  /** Undefined until the first answer. */
  list: NotificationsShownFragment | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** What somebody should look at, kind by kind; each leads to its record. */
export function NotificationPanel({ list, error, onRetry, onClose }: NotificationPanelProps) {
  const { mark, markAll } = useMarking(list);
  const titleId = useId();
  return (
    <section className="notifications" aria-labelledby={titleId}>
      <div className="notifications-head">
        <h2 id={titleId}>Notifications</h2>
        {list && list.unreadKeys.length > 0 && (
          <Button variant="minimal" size="small" onClick={() => void markAll()}>
            Mark all as read
          </Button>
        )}
      </div>
      {list ? (
        <Kinds list={list} mark={mark} onClose={onClose} />
      ) : error ? (
        <ErrorPanel
          title="Failed to load notifications"
          message={sentenceOf(error, 'Failed to fetch notifications')}
          onRetry={onRetry}
        />
      ) : (
        <SkeletonRows height={56} what="the notifications" />
      )}
    </section>
  );
}

interface KindsProps extends Pick<NotificationPanelProps, 'onClose'>, Pick<Marking, 'mark'> {
  list: NotificationsShownFragment;
}

function Kinds({ list: { items, counts }, mark, onClose }: KindsProps) {
  if (counts.length === 0) {
    return <EmptyState icon={<Notifications size={20} />} text="No notifications" />;
  }
  return counts.map(({ kind, count, isExact }) => {
    const shown = `${formatCount(count)}${isExact ? '' : '+'}`;
    const total = TOTALS[kind];
    if (total) {
      return <Total key={kind} {...{ kind, total, shown, onClose }} isOne={count === 1} />;
    }
    const ofKind = items.filter((item) => item.kind === kind);
    return (
      <section key={kind} className="notification-kind" aria-label={KIND_HEADINGS[kind]}>
        <h3>
          {KIND_HEADINGS[kind]}
          <span className="tabular">{shown}</span>
        </h3>
        <ul>
          {ofKind.map((item) => (
            <Row key={item.key} notification={item} mark={mark} onClose={onClose} />
          ))}
        </ul>
        {ofKind.length < count && (
          <p className="muted">The {ofKind.length} most urgent are shown.</p>
        )}
      </section>
    );
  });
}

/** What is only counted: where it leads, and how it reads. */
interface CountedKind {
  readonly to: string;
  readonly Icon: ComponentType<{ size?: number }>;
  readonly one: string;
  readonly many: string;
}

const TOTALS: Partial<Record<NotificationKind, CountedKind>> = {
  kyc_pending: {
    to: `${RECORD_PLACES.customer.path}?kycStatus=pending`,
    Icon: IdNumber,
    one: 'customer with pending KYC',
    many: 'customers with pending KYC',
  },
  retention_ended: {
    to: '/privacy/retention',
    Icon: Archive,
    one: 'customer can be erased',
    many: 'customers can be erased',
  },
};

interface TotalProps extends Pick<NotificationPanelProps, 'onClose'> {
  kind: NotificationKind;
  total: CountedKind;
  shown: string;
  isOne: boolean;
}

/** One line, however many there are: nobody sees to all of them today. */
const Total = ({ kind, total: { to, Icon, one, many }, shown, isOne, onClose }: TotalProps) => (
  <section className="notification-kind" aria-label={KIND_HEADINGS[kind]}>
    <Link to={to} onClick={onClose} className="notification-link notification-total">
      <span className="line-icon" data-tone="wait" aria-hidden="true">
        <Icon size={16} />
      </span>
      <span className="line-text">
        {shown} {isOne ? one : many}
      </span>
    </Link>
  </section>
);

interface RowProps extends Pick<NotificationPanelProps, 'onClose'>, Pick<Marking, 'mark'> {
  notification: Notification;
}

function Row({ notification, mark, onClose }: RowProps) {
  const { key, kind, customerName, record, recordId, isRead } = notification;
  const Icon = ICONS[kind];
  const tone = isRead ? 'ended' : kind === 'reminder_failed' ? 'bad' : 'wait';
  const text = describeNotification(notification, kolkataDay(new Date()));
  const open = () => {
    if (!isRead) void mark([key], true);
    onClose();
  };
  return (
    <li className="notification" data-read={isRead}>
      <Link
        to={addressOf(record, recordId)}
        state={OPENED_HERE}
        onClick={open}
        className="notification-link"
      >
        <span className="line-icon" data-tone={tone} aria-hidden="true">
          <Icon size={16} />
        </span>
        <span className="line-text">
          <strong className="ellipsis" dir="auto" title={customerName}>
            {customerName}
          </strong>
          <span>{text}</span>
          {!isRead && <span className="visually-hidden">Unread</span>}
        </span>
      </Link>
      <IconButton
        text={isRead ? 'Mark as unread' : 'Mark as read'}
        label={`${isRead ? 'Mark as unread' : 'Mark as read'}: ${customerName}, ${text}`}
        icon={isRead ? <Envelope size={14} /> : <Tick size={14} />}
        size="small"
        onClick={() => void mark([key], !isRead)}
      />
    </li>
  );
}

const addressOf = (record: Notification['record'], id: number): string => {
  if (record === 'breach') return `/privacy/breaches?breach=${id}`;
  if (record === 'request') return `/privacy/requests?request=${id}`;
  if (record === 'import') return `/import/${id}`;
  return addressOfRecord({ kind: record, id });
};

const ICONS: Readonly<Record<ToDoKind, ComponentType<{ size?: number }>>> = {
  renewal_due: Calendar,
  follow_up_due: Phone,
  reminder_failed: ErrorIcon,
  quotation_ending: Calculator,
  breach_due: Shield,
  request_due: Inbox,
  import_ended: Import,
};
