import { MenuDivider, MenuItem } from '@blueprintjs/core';
import { ArrowRight, Calendar, EyeOpen, Person, Undo } from '@blueprintjs/icons';
import type { RenewalColumn } from '@insuremanager/contracts/renewals/renewalKinds';
import { ActionMenu } from '../../ui/ActionMenu';
import { MenuAt } from '../../ui/list/RowMenu';
import { type RenewalCard, stepsFrom } from './boardMoves';

/** What a card can be asked for, beside being moved. */
export type CardAction = 'open' | 'quotation' | 'owner' | 'mine' | 'followUp' | 'reason';

export interface OpenCardMenu {
  card: RenewalCard;
  /** In CSS pixels of the window. */
  left: number;
  top: number;
}

interface CardMenuProps extends OpenCardMenu {
  /** Without it a card is only to be read. */
  canChange: boolean;
  isMine: boolean;
  onMove: (to: RenewalColumn) => void;
  onAction: (action: CardAction) => void;
  onClose: () => void;
}

/** All that can be done with a card, for those who do not drag. */
export function CardMenu(props: CardMenuProps) {
  const { card, left, top, canChange, isMine, onMove, onAction, onClose } = props;
  const steps = canChange ? stepsFrom(card) : [];
  const isOpen = canChange && card.column !== 'renewed';
  return (
    <MenuAt
      key={`${card.termId}-${left}-${top}`}
      left={left}
      top={top}
      onClose={onClose}
      menu={
        <ActionMenu label={`Actions for ${card.policyNumber}`}>
          {steps.map(({ to, step, text }) => (
            <MenuItem
              key={to}
              text={text}
              icon={step.kind === 'reopen' ? <Undo /> : <ArrowRight />}
              onClick={() => onMove(to)}
            />
          ))}
          {steps.length > 0 && <MenuDivider />}
          {isOpen && !isMine && (
            <MenuItem text="Assign to me" icon={<Person />} onClick={() => onAction('mine')} />
          )}
          {isOpen && (
            <MenuItem text="Choose owner…" icon={<Person />} onClick={() => onAction('owner')} />
          )}
          {isOpen && (
            <MenuItem
              text="Follow-up date…"
              icon={<Calendar />}
              onClick={() => onAction('followUp')}
            />
          )}
          {canChange && card.column === 'lost' && (
            <MenuItem text="Change reason…" icon={<Undo />} onClick={() => onAction('reason')} />
          )}
          <MenuItem text="Open policy" icon={<EyeOpen />} onClick={() => onAction('open')} />
          {card.quotationId !== null && (
            <MenuItem
              text="Open quotation"
              icon={<EyeOpen />}
              onClick={() => onAction('quotation')}
            />
          )}
        </ActionMenu>
      }
    />
  );
}
