import { useApolloClient, useQuery } from '@apollo/client/react';
import { Calculator, Document, Endorsed, Time } from '@blueprintjs/icons';
import type { QuotationSort } from '@insuremanager/contracts/quotations/quotationViews';
import { QuotationCardsDocument, type QuotationCardsQuery } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { type SummaryCard, SummaryCards } from '../../ui/list/SummaryCards';
import { sortingIn } from '../../ui/list/sorting';
import { shownDecimal } from '../../ui/policies/Premium';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  filterOf,
  type Narrowing,
  NO_NARROWING,
  QUOTATION_SORT_RULES,
} from './quotationListAddress';

type Figures = QuotationCardsQuery['quotationCards'];

interface Card extends Pick<SummaryCard, 'label' | 'hint' | 'icon'> {
  figure: (figures: Figures) => string;
  /** What the list that it counts is narrowed by, and sorted by. */
  narrowing: Partial<Narrowing>;
  sort?: QuotationSort;
}

const grouped = new Intl.NumberFormat('en-IN');

const CARDS: Card[] = [
  {
    label: 'Total Quotations',
    hint: 'All that are in the list',
    icon: Document,
    figure: ({ total }) => grouped.format(total),
    narrowing: {},
  },
  {
    label: 'Pending',
    hint: 'Waiting for an answer',
    icon: Time,
    figure: ({ pending }) => grouped.format(pending),
    narrowing: { statuses: ['pending'] },
  },
  {
    label: 'Accepted',
    hint: 'To be made policies, or made already',
    icon: Endorsed,
    figure: ({ accepted }) => grouped.format(accepted),
    narrowing: { statuses: ['accepted'] },
  },
  {
    label: 'Total Value',
    hint: 'Of all, with service charges',
    icon: Calculator,
    figure: ({ totalValue }) => shownDecimal(totalValue),
    narrowing: {},
    sort: 'total',
  },
];

/** Four figures over the list; each opens the list that it counts. */
export function QuotationCards() {
  const client = useApolloClient();
  const { open } = useAddress();
  const { data, error, refetch } = useQuery(QuotationCardsDocument);
  useRetryAfterSignIn(error, refetch);

  const show = ({ narrowing, sort }: Card) => {
    const wanted = { ...NO_NARROWING, ...narrowing };
    const sorting = sortingIn(new URLSearchParams(sort ? { sort } : {}), QUOTATION_SORT_RULES);
    // Days pass and colleagues work: a figure and its list are asked for at the same time.
    client.cache.evict({
      id: 'ROOT_QUERY',
      fieldName: 'quotations',
      args: { filter: filterOf({ ...wanted, ...sorting, search: '' }), ...sorting },
    });
    refetch().catch(() => {
      // Told by `error`.
    });
    open({ ...addressOfNarrowing(wanted), q: null, sort: sort ?? null, dir: null, row: null });
  };
  const cards = CARDS.map((card) => ({
    ...card,
    figure: data && card.figure(data.quotationCards),
    onOpen: () => show(card),
  }));
  return <SummaryCards cards={cards} isFailed={Boolean(error)} />;
}
