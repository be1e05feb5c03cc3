import { Endorsed } from '@blueprintjs/icons';
import {
  MOST_CARDS,
  RENEWAL_COLUMNS,
  type RenewalColumn,
  USUAL_CARDS,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { formatMonth } from '@insuremanager/contracts/rules/calendar';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { operation } from '../../data/operation';
import { AssignRenewalDocument } from '../../data/operations.generated';
import { Contact } from '../../records/renewals/Contact';
import { type Owner, useOwners } from '../../records/renewals/useOwners';
import { useCurrentUser } from '../../session/SessionProvider';
import { useAllowed } from '../../ui/allowed';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { ListFrame } from '../../ui/list/ListFrame';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { useAddress } from '../../ui/useAddress';
import { useElementSize } from '../../ui/useElementSize';
import { AssignShown } from './AssignShown';
import { BoardColumnView } from './BoardColumnView';
import { BoardFilters } from './BoardFilters';
import { boardFilterIn } from './boardFilter';
import type { RenewalCard } from './boardMoves';
import { FollowUpDialog, LossDialog, OwnerDialog } from './CardDialogs';
import { type CardAction, CardMenu, type OpenCardMenu } from './CardMenu';
import { ColumnTabs } from './ColumnTabs';
import { BOARD_HELP_ID, RenewalCardView } from './RenewalCardView';
import { useBoardKeys } from './useBoardKeys';
import { useCardDrag } from './useCardDrag';
import { useCardSteps } from './useCardSteps';
import { type Board, useRenewalBoard } from './useRenewalBoard';
import { useSwipe } from './useSwipe';
import './renewalBoard.css';

/** Narrower than this, in CSS pixels, columns are shown one at a time. */
const NARROW = 960;

const LEFT_ALONE = () => {};

type OpenDialog = { card: RenewalCard; kind: 'loss' | 'owner' | 'followUp' };

const CARD_HEIGHT = 140;

interface RenewalBoardProps {
  /** What leads to the other views of renewals. */
  views: ReactNode;
  /** What can be done with all of them. */
  action: ReactNode;
}

/** What is due in a month, by what was done about it. */
export default function RenewalBoard({ views, action }: RenewalBoardProps) {
  const frame = useRef<HTMLElement>(null);
  const width = useElementSize(frame).width;
  const isNarrow = width > 0 && width < NARROW;
  const { params, change: changeAddress } = useAddress();
  const filter = useMemo(() => boardFilterIn(params), [params]);
  const shownColumn = RENEWAL_COLUMNS.find((one) => one === params.get('column')) ?? 'due';
  const board = useRenewalBoard(filter);
  const { owners, nameOf } = useOwners();
  const user = useCurrentUser();
  const own = owners.find(({ username }) => username === user.username)?.id ?? null;
  const [announcement, announce] = useState('');
  const [menu, setMenu] = useState<OpenCardMenu | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  const askWhy = useCallback((card: RenewalCard) => setDialog({ card, kind: 'loss' }), []);
  const steps = useCardSteps(board, announce, askWhy);
  const canMove = useAllowed('renewals.write');
  const { drag, onPointerDown } = useCardDrag(frame, steps.put);
  const visible = useMemo(
    () => board.columns?.filter(({ column }) => !isNarrow || column === shownColumn),
    [board.columns, isNarrow, shownColumn],
  );
  const keys = useBoardKeys({
    frame,
    columns: visible,
    announce,
    isCovered: dialog !== null,
    canMove,
    put: steps.put,
    openPolicy: steps.openPolicy,
  });
  const handlers = useMemo(
    () => ({
      ...keys.handlers,
      onPointerDown: canMove ? onPointerDown : LEFT_ALONE,
      onMenu: (card: RenewalCard, at: { left: number; top: number }) => setMenu({ card, ...at }),
    }),
    [keys.handlers, onPointerDown, canMove],
  );

  const swipe = useSwipe((by) => {
    const next = RENEWAL_COLUMNS[RENEWAL_COLUMNS.indexOf(shownColumn) + by];
    if (next) show(next);
  });
  const show = (column: RenewalColumn) =>
    changeAddress({ column: column === 'due' ? null : column });

  const act = (card: RenewalCard, action: CardAction) => {
    switch (action) {
      case 'open':
        return steps.openPolicy(card);
      case 'quotation':
        return steps.openQuotation(card);
      case 'reason':
        return setDialog({ card, kind: 'loss' });
      case 'owner':
      case 'followUp':
        return setDialog({ card, kind: action });
      case 'mine':
        return void board
          .change(card, (target) => operation(AssignRenewalDocument, { ...target, ownerId: own }))
          .then((failure) => failure && board.explain(card, failure, 'Owner not saved'));
    }
  };

  const toolbar = (
    <>
      <div className="page-toolbar-filters">
        {views}
        <BoardFilters filter={filter} owners={owners} />
      </div>
      {canMove && board.columns && (
        <AssignShown board={board} columns={board.columns} owners={owners} />
      )}
      {action}
    </>
  );
  if (board.failure !== null && !board.columns) {
    return (
      <ListFrame label="Board" toolbar={toolbar}>
        <ErrorPanel
          title="Failed to load the renewal board"
          message={board.failure}
          onRetry={board.retry}
        />
      </ListFrame>
    );
  }
  const isNarrowed = filter.owner !== null || filter.insurer !== '' || filter.kind !== null;
  const isEmpty = board.columns?.every(({ count }) => count === 0) ?? false;
  const target = drag?.over ?? keys.pickedUp?.over ?? null;
  return (
    <ListFrame label="Board" toolbar={toolbar}>
      <section
        ref={frame}
        className="renewal-board"
        aria-label="Renewal board"
        data-narrow={isNarrow}
        data-dragging={drag !== null}
        aria-busy={board.isChanging}
      >
        <p className="visually-hidden" role="status" aria-live="assertive">
          {announcement}
        </p>
        {!visible && <SkeletonRows height={CARD_HEIGHT} what="the renewal board" />}
        {isEmpty && board.month && (
          <EmptyState
            icon={<Endorsed size={20} />}
            text={`No policies ending in ${formatMonth(board.month)}${isNarrowed ? ' match these filters' : ''}.`}
          />
        )}
        {board.columns && !isEmpty && isNarrow && (
          <ColumnTabs columns={board.columns} shown={shownColumn} onShow={show} />
        )}
        {!isEmpty && (
          <div className="renewal-columns" {...(isNarrow && swipe)}>
            {visible?.map((column) => (
              <BoardColumnView
                key={column.column}
                column={column}
                isTarget={target === column.column}
                onMore={() => board.setLimits(withMore(board.limits, column.column))}
              >
                {(card) => (
                  <RenewalCardView
                    card={card}
                    today={board.today ?? ''}
                    owner={nameOf(card.ownerId)}
                    isTabStop={keys.tabStop === card.termId}
                    isPickedUp={keys.pickedUp?.card.termId === card.termId}
                    isDragged={drag?.card.termId === card.termId}
                    isMoving={board.isMoving(card.termId)}
                    handlers={handlers}
                  />
                )}
              </BoardColumnView>
            ))}
          </div>
        )}
        <p className="renewal-help">
          {canMove && (
            <>
              {isNarrow
                ? 'Use a card’s menu to move it'
                : 'Drag a card, or use its menu to move it'}
              . Moving a card to Quoted or Renewed opens the quotation or renewal form.{' '}
            </>
          )}
          <span id={BOARD_HELP_ID} className="visually-hidden">
            Arrow keys go from card to card.{' '}
            {canMove &&
              'Space picks a card up, arrows choose the column, Space puts it down, Escape leaves it. '}
            Shift and F10 opens its menu, Enter its policy.
          </span>
        </p>
        {menu && (
          <CardMenu
            {...menu}
            canChange={canMove}
            isMine={own === null || menu.card.ownerId === own}
            onMove={(to) => steps.put(menu.card, to)}
            onAction={(action) => act(menu.card, action)}
            onClose={() => setMenu(null)}
          />
        )}
        <Contact />
        {dialog && (
          <CardDialog
            {...dialog}
            board={board}
            owners={owners}
            onLost={(card) => card.column !== 'lost' && steps.offerUndo(card, 'lost')}
            onClose={() => setDialog(null)}
          />
        )}
      </section>
    </ListFrame>
  );
}

interface CardDialogProps extends OpenDialog {
  board: Board;
  owners: readonly Owner[];
  onLost: (card: RenewalCard) => unknown;
  onClose: () => void;
}

function CardDialog({ kind, owners, onLost, ...dialog }: CardDialogProps) {
  if (kind === 'loss') return <LossDialog {...dialog} onSaved={() => onLost(dialog.card)} />;
  if (kind === 'owner') return <OwnerDialog {...dialog} owners={owners} />;
  return <FollowUpDialog {...dialog} />;
}

const withMore = (limits: Board['limits'], column: RenewalColumn): Board['limits'] => ({
  ...limits,
  [column]: Math.min((limits[column] ?? 0) + 2 * USUAL_CARDS, MOST_CARDS),
});
