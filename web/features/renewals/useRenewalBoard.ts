import { NetworkStatus } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import {
  RENEWAL_COLUMN_LABELS,
  type RenewalColumn,
  USUAL_CARDS,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { useCallback, useMemo, useState } from 'react';
import { useCommands } from '../../data/commands';
import { ASKED_ANEW, type Operation, operation, useGatewayQuery } from '../../data/operation';
import {
  RenewalBoardDocument,
  type RenewalBoardLimits,
  type SavedRenewalCardFragment,
} from '../../data/operations.generated';
import { type Failure, isDecided, sentenceOf } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';
import { type BoardFilter, filterInputOf } from './boardFilter';
import type { RenewalCard } from './boardMoves';
import { type Moves, movedColumns, placeOf } from './boardView';

/** What a change needs to know of a card. */
type SeenCard = Pick<RenewalCard, 'termId' | 'policyNumber' | 'version'>;

/** A change of a card at the version that was seen. */
export type ChangeCard = (target: {
  termId: number;
  expectedVersion: number;
  commandId: string;
}) => Operation<{ saved: SavedRenewalCardFragment }>;

const USUAL_LIMITS: Readonly<Record<RenewalColumn, number>> = {
  due: USUAL_CARDS,
  contacted: USUAL_CARDS,
  quoted: USUAL_CARDS,
  renewed: USUAL_CARDS,
  lost: USUAL_CARDS,
};

/** The board as the gateway answers it, and cards that are on their way to another column. */
export function useRenewalBoard(filter: BoardFilter) {
  const client = useApolloClient();
  const showToast = useToast();
  const send = useCommands();
  const [limits, setLimits] = useState<RenewalBoardLimits>(USUAL_LIMITS);
  const [moves, setMoves] = useState<Moves>(new Map());
  const boardQuery = useMemo(
    () => operation(RenewalBoardDocument, { filter: filterInputOf(filter), limits }),
    [filter, limits],
  );
  const query = useGatewayQuery(boardQuery, { fetchPolicy: 'cache-and-network' });
  const { data, previousData, error, networkStatus, retry } = query;
  const isChanging = networkStatus === NetworkStatus.setVariables;
  const board = (data ?? (isChanging ? previousData : undefined))?.renewalBoard;
  const columns = useMemo(() => board && movedColumns(board.columns, moves), [board, moves]);

  /** The columns as they are now; null when they could not be had. */
  const reload = useCallback(
    () =>
      client.query({ ...boardQuery, ...ASKED_ANEW }).then(
        (answer) => answer.data?.renewalBoard?.columns ?? null,
        () => null,
      ),
    [client, boardQuery],
  );
  const setMove = useCallback(
    (termId: number, to: RenewalColumn | null) =>
      setMoves((before) => {
        const next = new Map(before);
        if (to === null) next.delete(termId);
        else next.set(termId, to);
        return next;
      }),
    [],
  );

  /** Sends a change; null when it was carried out. What was refused is shown as it is now. */
  const change = useCallback(
    async (card: SeenCard, toSend: ChangeCard): Promise<Failure | null> => {
      const { termId, version: expectedVersion } = card;
      const { variables } = toSend({ termId, expectedVersion, commandId: '' });
      const content = JSON.stringify(variables);
      const { failure = null } = await send(
        (commandId) => toSend({ termId, expectedVersion, commandId }),
        { subject: termId, content },
      );
      if (failure === null) await reload();
      return failure;
    },
    [send, reload],
  );

  /** Why a change was not carried out; and the card as it is now, where somebody was faster. */
  const reasonOf = useCallback(
    async ({ termId, policyNumber }: SeenCard, failure: Failure): Promise<Reason> => {
      const columns = isDecided(failure) ? await reload() : null;
      if (failure.code !== 'STALE_VERSION' || columns === null) {
        return { text: failure.problem?.error ?? notReached(), now: null };
      }
      const place = placeOf(columns, termId);
      const where = place
        ? `It is in ${RENEWAL_COLUMN_LABELS[place.column]} now.`
        : 'It is no longer on this board.';
      const text = `Someone else changed ${policyNumber}. ${where}`;
      return { text, now: place?.card ?? null };
    },
    [reload],
  );

  /** Says so in a notification. */
  const explain = useCallback(
    async (card: SeenCard, failure: Failure, title = 'Card not moved'): Promise<void> => {
      // A sign-in lies over the screen.
      if (failure.code === 'UNAUTHENTICATED') return;
      const { text } = await reasonOf(card, failure);
      showToast({ title, description: text, tone: 'destructive' });
    },
    [reasonOf, showToast],
  );

  /** Shows the card in its new place at once; it returns where the gateway refuses. */
  const move = useCallback(
    async (card: SeenCard, to: RenewalColumn, toSend: ChangeCard): Promise<boolean> => {
      setMove(card.termId, to);
      const failure = await change(card, toSend);
      if (failure) await explain(card, failure);
      setMove(card.termId, null);
      return failure === null;
    },
    [setMove, change, explain],
  );

  return {
    /** Undefined until the first answer. */
    columns: error && !isChanging ? undefined : columns,
    month: board?.month,
    today: board?.today,
    isChanging,
    failure: error ? sentenceOf(error, 'Failed to fetch the renewal board') : null,
    retry,
    limits,
    setLimits,
    reload,
    isMoving: (termId: number) => moves.has(termId),
    change,
    reasonOf,
    explain,
    move,
  };
}

export type Board = ReturnType<typeof useRenewalBoard>;

interface Reason {
  text: string;
  now: RenewalCard | null;
}

const notReached = (): string =>
  navigator.onLine
    ? 'The server could not be reached. Please try again.'
    : 'You are offline. Please try again when you are online.';
