import { Button } from '@blueprintjs/core';
import { Calendar, DriveTime, Heart, More, Person, Time, WarningSign } from '@blueprintjs/icons';
import { URGENT_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { LOSS_REASON_LABELS } from '@insuremanager/contracts/renewals/renewalKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent } from 'react';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { formatSum } from '../../records/policies/Premium';
import { RecordLink } from '../../records/RecordLink';
import { RenewalPhone } from '../../records/renewals/RenewalPhone';
import { Badge } from '../../ui/StatusBadge';
import type { RenewalCard } from './boardMoves';

export interface CardHandlers {
  onFocus: (card: RenewalCard) => void;
  onKeyDown: (card: RenewalCard, event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
  onPointerDown: (card: RenewalCard, event: PointerEvent<HTMLElement>) => void;
  onMenu: (card: RenewalCard, at: { left: number; top: number }) => void;
}

interface RenewalCardViewProps {
  card: RenewalCard;
  today: Day;
  /** Null: nobody sees to it. */
  owner: string | null;
  /** The one card of the board that the Tab key comes to. */
  isTabStop: boolean;
  isPickedUp: boolean;
  isDragged: boolean;
  /** On its way to another column. */
  isMoving: boolean;
  handlers: CardHandlers;
}

export const BOARD_HELP_ID = 'renewal-board-help';

/** A term whose renewal is due. */
export const RenewalCardView = memo(function RenewalCardView(props: RenewalCardViewProps) {
  const { card, today, owner, isTabStop, handlers } = props;
  const { termId, kind, customer, policyNumber } = card;
  const Icon = kind === 'health' ? Heart : DriveTime;
  const isOpen = card.column !== 'renewed' && card.column !== 'lost';
  const isOverdue = card.column === 'due' && card.daysUntilExpiry < 0;
  const tabIndex = isTabStop ? 0 : -1;
  const menuUnder = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    handlers.onMenu(card, { left, top: bottom });
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    // By the keyboard it comes from no point.
    if (event.clientX === 0 && event.clientY === 0) return menuUnder(event.currentTarget);
    handlers.onMenu(card, { left: event.clientX, top: event.clientY });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs
    <div
      role="group"
      aria-roledescription="card"
      aria-label={`${customer?.name ?? 'Deleted customer'}, ${policyNumber}, ${daysText(card)}`}
      aria-describedby={BOARD_HELP_ID}
      aria-busy={props.isMoving}
      className="renewal-card"
      data-term={termId}
      data-overdue={isOverdue}
      data-picked-up={props.isPickedUp}
      data-dragged={props.isDragged}
      tabIndex={tabIndex}
      onFocus={() => handlers.onFocus(card)}
      onBlur={handlers.onBlur}
      onKeyDown={(event) => handlers.onKeyDown(card, event)}
      onPointerDown={(event) => handlers.onPointerDown(card, event)}
      onDragStart={(event) => event.preventDefault()}
      onContextMenu={onContextMenu}
    >
      <div className="renewal-card-head">
        <strong className="ellipsis" dir="auto" title={customer?.name}>
          <CustomerLink customer={customer} isInRow={!isTabStop} />
        </strong>
        <Button
          variant="minimal"
          size="small"
          icon={<More />}
          aria-label={`Actions for ${policyNumber}`}
          aria-haspopup="menu"
          tabIndex={tabIndex}
          onClick={({ currentTarget }) => menuUnder(currentTarget)}
        />
      </div>
      <div className="renewal-card-policy">
        <span className="renewal-card-kind" title={kind === 'health' ? 'Health' : 'Vehicle'}>
          <Icon size={12} />
          <span className="visually-hidden">{kind === 'health' ? 'Health' : 'Vehicle'}</span>
        </span>
        <span className="ellipsis tabular" title={policyNumber}>
          <RecordLink record={{ kind, id: termId }} isInRow={!isTabStop}>
            {policyNumber}
          </RecordLink>
        </span>
      </div>
      <div className="renewal-card-insurer">
        <span className="ellipsis muted" title={card.insuranceCompany}>
          {card.insuranceCompany}
        </span>
        <span className="tabular">{formatSum(card.premiumAmount)}</span>
      </div>
      <div className="badges">
        {isOpen ? (
          <DaysBadge card={card} />
        ) : (
          <span className="renewal-card-quiet tabular">{daysText(card)}</span>
        )}
        {isOverdue && <Badge tone="bad">Not contacted</Badge>}
        {card.openClaim && <Badge tone="wait">Open claim</Badge>}
        {card.column === 'lost' && card.lossReason && (
          <Badge tone="ended">{LOSS_REASON_LABELS[card.lossReason]}</Badge>
        )}
      </div>
      {isOpen && <RenewalPhone id={termId} {...{ customer, contact: card.contact, isTabStop }} />}
      {card.note && (
        <p className="renewal-card-note" dir="auto" title={card.note}>
          {card.note}
        </p>
      )}
      {isOpen && card.lastReminderDate && (
        <span className="renewal-card-quiet tabular">
          Reminded {formatDay(card.lastReminderDate)}
        </span>
      )}
      {card.column === 'lost' && card.lossNote && (
        <p className="renewal-card-note" dir="auto" title={card.lossNote}>
          {card.lossNote}
        </p>
      )}
      <div className="renewal-card-foot">
        <span className="ellipsis" title={owner ? `Owner: ${owner}` : undefined}>
          <Person size={12} />
          <span className="visually-hidden">Owner: </span>
          {owner ?? 'No owner'}
        </span>
        {card.followUpOn && isOpen && <FollowUp day={card.followUpOn} today={today} />}
      </div>
    </div>
  );
});

function DaysBadge({ card }: { card: RenewalCard }) {
  const { daysUntilExpiry: days } = card;
  const isUrgent = days <= URGENT_DAYS;
  return (
    <span className="badge" data-tone={isUrgent ? 'bad' : 'wait'}>
      {days < 0 ? <WarningSign size={12} /> : <Time size={12} />}
      {daysText(card)}
    </span>
  );
}

const daysText = ({ column, daysUntilExpiry: days, endDate }: RenewalCard): string => {
  if (column === 'renewed' || column === 'lost') {
    return `${days < 0 ? 'Ended' : 'Ends'} ${formatDay(endDate)}`;
  }
  if (days === 0) return 'Ends today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days < 0 ? `${count} overdue` : `${count} left`;
};

/** When somebody means to come back to it; red once that day has come. */
const FollowUp = ({ day, today }: { day: Day; today: Day }) => (
  <span className="renewal-card-follow-up tabular" data-due={day <= today} title="Follow-up">
    <Calendar size={12} />
    <span className="visually-hidden">Follow-up: </span>
    {day === today ? 'Today' : formatDay(day)}
  </span>
);
