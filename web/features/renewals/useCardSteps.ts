import {
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { MoveRenewalDocument, ReopenRenewalDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { useToast } from '../../ui/toaster/Toaster';
import { type RenewalCard, stepOf } from './boardMoves';
import type { Board } from './useRenewalBoard';

/** What follows when a card is put into a column, or opened; `onLose` is made once. */
export function useCardSteps(
  { move }: Pick<Board, 'move'>,
  announce: (text: string) => void,
  onLose: (card: RenewalCard) => void,
) {
  const navigate = useNavigate();
  const showToast = useToast();
  const go = useCallback(
    (address: string) => void navigate(address, { state: OPENED_HERE }),
    [navigate],
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
          const isMoved = await move(card, to, (target) =>
            step.kind === 'move'
              ? operation(MoveRenewalDocument, { ...target, to: step.to })
              : operation(ReopenRenewalDocument, target),
          );
          if (isMoved) announce(`${policyNumber} moved to ${RENEWAL_COLUMN_LABELS[to]}`);
        }
      }
    },
    [move, announce, onLose, go, showToast],
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
  return { put, openPolicy, openQuotation };
}
