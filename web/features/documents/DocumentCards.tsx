import { useApolloClient, useQuery } from '@apollo/client/react';
import { Document, DocumentShare, IdNumber, Shield } from '@blueprintjs/icons';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { ComponentType } from 'react';
import { DocumentCardsDocument, type DocumentCardsQuery } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { SummaryCards } from '../../ui/list/SummaryCards';
import { sortingIn } from '../../ui/list/sorting';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  DOCUMENT_SORT_RULES,
  filterOf,
  NO_NARROWING,
} from './documentListAddress';

interface Card {
  label: string;
  hint: string;
  icon: ComponentType<{ size?: number }>;
  figure: keyof DocumentCardsQuery['documentCards'];
  /** What the list that it counts is narrowed to. */
  types: DocumentType[];
}

const CARDS: readonly Card[] = [
  {
    label: 'Total Documents',
    hint: 'All that are in the list',
    icon: Document,
    figure: 'total',
    types: [],
  },
  {
    label: 'KYC Documents',
    hint: 'Who customers are',
    icon: IdNumber,
    figure: 'kyc',
    types: ['kyc'],
  },
  {
    label: 'Policy Documents',
    hint: 'What is covered',
    icon: Shield,
    figure: 'policy',
    types: ['policy_document'],
  },
  {
    label: 'Claim Documents',
    hint: 'What has happened',
    icon: DocumentShare,
    figure: 'claim',
    types: ['claim_document'],
  },
];

const grouped = new Intl.NumberFormat('en-IN');

/** Four figures over the list; each opens the list that it counts. */
export function DocumentCards() {
  const client = useApolloClient();
  const { open } = useAddress();
  const { data, error, refetch } = useQuery(DocumentCardsDocument);
  useRetryAfterSignIn(error, refetch);

  const show = ({ types }: Card) => {
    const wanted = { ...NO_NARROWING, types };
    const sorting = sortingIn(new URLSearchParams(), DOCUMENT_SORT_RULES);
    // Colleagues work as well: a figure and its list are asked for at the same time.
    client.cache.evict({
      id: 'ROOT_QUERY',
      fieldName: 'documents',
      args: { filter: filterOf({ ...wanted, ...sorting, search: '' }), ...sorting },
    });
    refetch().catch(() => {
      // Told by `error`.
    });
    open({ ...addressOfNarrowing(wanted), q: null, sort: null, dir: null, row: null });
  };
  const cards = CARDS.map((card) => ({
    ...card,
    figure: data && grouped.format(data.documentCards[card.figure]),
    onOpen: () => show(card),
  }));
  return <SummaryCards cards={cards} isFailed={Boolean(error)} />;
}
