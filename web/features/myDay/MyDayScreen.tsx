import { Button, HTMLSelect, MenuItem } from '@blueprintjs/core';
import {
  Calculator,
  Clipboard,
  DriveTime,
  Endorsed,
  Envelope,
  GiftBox,
  Heart,
  Inbox,
  Plus,
  Tick,
  TickCircle,
  Time,
} from '@blueprintjs/icons';
import type { DayKind } from '@insuremanager/contracts/myDay/dayKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ComponentType, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { MyDayDocument } from '../../data/operations.generated';
import { OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { formatDecimal } from '../../records/policies/Premium';
import { Contact } from '../../records/renewals/Contact';
import { RenewalPhone } from '../../records/renewals/RenewalPhone';
import { useOwners } from '../../records/renewals/useOwners';
import { putOffDays } from '../../records/tasks/useTaskSteps';
import { ActionMenu } from '../../ui/ActionMenu';
import { useAllowed } from '../../ui/allowed';
import { Flyout } from '../../ui/Flyout';
import { formatCount } from '../../ui/format';
import { idIn } from '../../ui/list/addressValues';
import { EmptyState } from '../../ui/list/EmptyState';
import { ListFrame } from '../../ui/list/ListFrame';
import { RupeeIcon } from '../../ui/navIcons';
import { CallIcon, Phone } from '../../ui/Phone';
import { Loaded } from '../../ui/record/Loaded';
import { useAddress } from '../../ui/useAddress';
import { addressOf, wordsOf } from './dayWords';
import { useDayKeys } from './useDayKeys';
import { type DayItem, useDaySteps } from './useDaySteps';
import './myDay.css';

const OF = 'of';
const PAGE = 50;

/** What is to be done today, what earns most first: worked through by the keyboard. */
export default function MyDayScreen() {
  const { params, change } = useAddress();
  const isLeader = useAllowed('reports.compareAgents');
  const canWrite = useAllowed('tasks.write');
  const navigate = useNavigate();
  const userId = isLeader ? idIn(params, OF) : null;
  const [first, setFirst] = useState(PAGE);
  const add = () => navigate(`${RECORD_PLACES.task.path}?add=1`, { state: OPENED_HERE });
  return (
    <ListFrame
      label="My day"
      toolbar={
        <div className="my-day-toolbar">
          {isLeader && <WhoseDay of={userId} onChange={(of) => change({ [OF]: of })} />}
          <p className="my-day-help muted">
            <kbd>J</kbd> <kbd>K</kbd> move, <kbd>D</kbd> done, <kbd>S</kbd> tomorrow, <kbd>W</kbd>{' '}
            WhatsApp
          </p>
          {canWrite && (
            <Button icon={<Plus />} intent="primary" onClick={add}>
              Add Task
            </Button>
          )}
        </div>
      }
    >
      <Loaded
        key={userId}
        query={operation(MyDayDocument, { userId, first })}
        fetchPolicy="cache-and-network"
        isGrowing
        what="the day"
        rowHeight={64}
      >
        {({ myDay }) => <Items day={myDay} onMore={() => setFirst(first + PAGE)} />}
      </Loaded>
      <Contact />
    </ListFrame>
  );
}

interface WhoseDayProps {
  of: number | null;
  onChange: (of: string | null) => void;
}

function WhoseDay({ of, onChange }: WhoseDayProps) {
  const { owners } = useOwners();
  return (
    <HTMLSelect
      aria-label="Whose day"
      value={of ?? ''}
      options={[
        { value: '', label: 'The team’s day' },
        ...owners.map(({ id, username }) => ({ value: id, label: username })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value || null)}
    />
  );
}

interface ItemsProps {
  day: {
    readonly today: Day;
    readonly items: readonly DayItem[];
    readonly counts: readonly { kind: DayKind; count: number; isExact: boolean }[];
  };
  onMore: () => void;
}

function Items({ day: { today, items, counts }, onMore }: ItemsProps) {
  const { left, done, putOff, canDo } = useDaySteps(items, today);
  const keys = useDayKeys(left, {
    onDone: (item) => void done(item),
    onSnooze: (item) => void putOff(item, putOffDays(today)[0]?.until ?? today),
    canDo,
  });
  const cut = counts.filter(({ isExact }) => !isExact);
  const further = counts.reduce((sum, { count }) => sum + count, 0) - items.length;
  if (left.length + further === 0) {
    return (
      <EmptyState
        icon={<Endorsed size={20} />}
        text="All done for today."
        action={<Link to={`${RECORD_PLACES.task.path}`}>All tasks</Link>}
      />
    );
  }
  return (
    <>
      <ol className="my-day" aria-label="To do today" ref={keys.list}>
        {left.map((item) => (
          <Item
            key={item.key}
            item={item}
            today={today}
            isTabStop={keys.tabStop === item.key}
            canDo={canDo(item)}
            onFocus={() => keys.onFocus(item.key)}
            onDone={() => void done(item)}
            onPutOff={(until) => void putOff(item, until)}
          />
        ))}
      </ol>
      {further > 0 && (
        <Button className="my-day-more" onClick={onMore}>
          Show More
        </Button>
      )}
      <p className="my-day-count muted" role="status">
        {formatCount(left.length + further)} to do
        {cut.length > 0 && `; of ${cut.map(({ kind }) => PLURALS[kind]).join(', ')} the first`}
      </p>
    </>
  );
}

const ICONS: Readonly<Record<DayKind, ComponentType<{ size?: number }>>> = {
  follow_up: CallIcon,
  renewal: Time,
  premium: RupeeIcon,
  lead: Inbox,
  task: TickCircle,
  quotation: Calculator,
  failed_message: Envelope,
  claim_documents: Clipboard,
  birthday: GiftBox,
};
const PLURALS: Readonly<Record<DayKind, string>> = {
  follow_up: 'follow-ups',
  renewal: 'renewals',
  premium: 'premiums',
  lead: 'leads',
  task: 'tasks',
  quotation: 'quotations',
  failed_message: 'failed messages',
  claim_documents: 'claims',
  birthday: 'birthdays',
};

interface ItemProps {
  item: DayItem;
  today: Day;
  isTabStop: boolean;
  canDo: boolean;
  onFocus: () => void;
  onDone: () => void;
  onPutOff: (until: Day) => void;
}

function Item({ item, today, isTabStop, canDo, ...on }: ItemProps) {
  const { kind, title, customer, amount, day } = item;
  const Icon = kind === 'renewal' ? (item.record === 'health' ? Heart : DriveTime) : ICONS[kind];
  const words = wordsOf(item, today);
  const isLate = day !== null && day <= today && kind !== 'claim_documents' && kind !== 'birthday';
  const isOwnName = kind === 'task' || kind === 'lead';
  const name = isOwnName ? title : (customer?.name ?? 'Deleted customer');
  const beside = isOwnName ? customer?.name : kind === 'birthday' ? null : title;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      className="my-day-item"
      data-key={item.key}
      data-late={isLate}
      aria-label={`${name}, ${words}`}
      tabIndex={tabIndex}
      onFocus={on.onFocus}
    >
      <span className="my-day-icon" aria-hidden="true">
        <Icon size={16} />
      </span>
      <span className="my-day-what two-lines">
        <Link
          to={addressOf(item)}
          state={OPENED_HERE}
          tabIndex={tabIndex}
          className="ellipsis"
          dir="auto"
          title={name}
        >
          {name}
        </Link>
        <span className="muted ellipsis">
          <span className="my-day-when">{words}</span>
          {beside && <span dir="auto"> · {beside}</span>}
          {kind === 'task' && day === null && <span> · no day</span>}
        </span>
      </span>
      <span className="my-day-amount tabular" title={day ? formatDay(day) : undefined}>
        {amount === null ? '' : formatDecimal(amount)}
      </span>
      <span className="my-day-phone">
        <Reach item={item} isTabStop={isTabStop} />
      </span>
      {canDo && (
        <span className="my-day-actions">
          <Button
            variant="minimal"
            icon={<Tick />}
            aria-label={`Done: ${name}`}
            title="Done (D)"
            tabIndex={tabIndex}
            onClick={on.onDone}
          />
          <Flyout
            placement="bottom-end"
            content={
              <ActionMenu label={`Put off ${name}`}>
                {putOffDays(today).map(({ text, until }) => (
                  <MenuItem key={text} text={text} onClick={() => on.onPutOff(until)} />
                ))}
              </ActionMenu>
            }
          >
            <Button
              variant="minimal"
              icon={<Time />}
              aria-label={`Put off: ${name}`}
              title="Put off (S: tomorrow)"
              tabIndex={tabIndex}
            />
          </Flyout>
        </span>
      )}
    </li>
  );
}

/** A call about a renewal asks what came of it, as on the board. */
function Reach({ item, isTabStop }: Pick<ItemProps, 'item' | 'isTabStop'>) {
  const { kind, customer, contact, recordId } = item;
  if (!customer) return null;
  if (kind === 'renewal' || kind === 'follow_up') {
    return <RenewalPhone id={recordId} {...{ customer, contact }} isInRow isTabStop={isTabStop} />;
  }
  return <Phone number={customer.phone} message={contact?.text} isInRow isTabStop={isTabStop} />;
}
