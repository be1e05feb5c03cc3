import {
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import {
  LoseRenewalDocument,
  MoveRenewalDocument,
  ReopenRenewalDocument,
} from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { useFindRenewal } from '../../records/renewals/useFindRenewal';
import { useToast } from '../../ui/toaster/Toaster';
import { type RenewalCard, type Step, stepOf } from './boardMoves';
import type { Board, ChangeCard } from './useRenewalBoard';

/** What follows when a card is put into a column, or opened; `onLose` is made once. */
export function useCardSteps(
  { move }: Pick<Board, 'move'>,
  announce: (text: string) => void,
  onLose: (card: RenewalCard) => void,
) {
  const navigate = useNavigate();
  const showToast = useToast();
  const find = useFindRenewal();
  const go = useCallback(
    (address: string) => void navigate(address, { state: OPENED_HERE }),
    [navigate],
  );

  /** Says that a card was moved, and for a while can put it back. */
  const offerUndo = useCallback(
    (card: RenewalCard, to: RenewalColumn) => {
      const undo = async () => {
        const now = await find(card.termId);
        if (now?.column === to) return void (await move(now, card.column, toPutBack(now, card)));
        // Where others have moved it since, it stays.
        const { policyNumber } = card;
        const description = now
          ? `Someone else changed ${policyNumber}. It is in ${RENEWAL_COLUMN_LABELS[now.column]} now.`
          : `${policyNumber} could not be found. It stays where it is.`;
        showToast({ title: 'Card not moved', description, tone: 'destructive' });
      };
      showToast({
        title: 'Card Moved',
        description: `${card.policyNumber} is in ${RENEWAL_COLUMN_LABELS[to]}.`,
        action: { text: 'Undo', onAction: () => void undo() },
      });
    },
    [find, move, showToast],
  );

  const put = useCallback(
    async (card: RenewalCard, to: RenewalColumn): Promise<void> => {
      const { termId, kind, policyNumber } = card;
      const step = stepOf(card, to);
      switch (step.kind) {
        case 'stay':
          return;
        case 'refuse':
          return showToast({ title: 'Card not moved', description: step.why });
        case 'lose':
          return onLose(card);
        case 'quote':
          return go(`${RECORD_PLACES.quotation.path}?add=1&renewing=${termId}`);
        case 'renew':
          return go(`${RECORD_PLACES[kind].path}?edit=${termId}&change=renew`);
        case 'move':
        case 'reopen': {
          if (!(await move(card, to, toMove(step)))) return;
          announce(`${policyNumber} moved to ${RENEWAL_COLUMN_LABELS[to]}`);
          offerUndo(card, to);
        }
      }
    },
    [move, announce, onLose, go, showToast, offerUndo],
  );
  const openPolicy = useCallback(
    ({ kind, termId }: RenewalCard) => go(addressOfRecord({ kind, id: termId })),
    [go],
  );
  const openQuotation = useCallback(
    ({ quotationId }: RenewalCard) => {
      if (quotationId !== null) go(addressOfRecord({ kind: 'quotation', id: quotationId }));
    },
    [go],
  );
  return { put, offerUndo, openPolicy, openQuotation };
}

const toMove =
  (step: Step): ChangeCard =>
  (target) =>
    step.kind === 'move'
      ? operation(MoveRenewalDocument, { ...target, to: step.to })
      : operation(ReopenRenewalDocument, target);

/** What puts a card back into the column that it had before. */
const toPutBack = (
  now: Pick<RenewalCard, 'column' | 'quotationId'>,
  { column, lossReason: reason, lossNote: note }: RenewalCard,
) =>
  column === 'lost' && reason !== null
    ? (target: Parameters<ChangeCard>[0]) =>
        operation(LoseRenewalDocument, { ...target, input: { reason, note } })
    : toMove(stepOf(now, column));
