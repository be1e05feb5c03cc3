import { useApolloClient, useQuery } from '@apollo/client/react';
import { Calendar, Document, Shield, Time } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicySort } from '@insuremanager/contracts/policies/policyViews';
import { PolicyCardsDocument, type PolicyCardsQuery } from '../../data/operations.generated';
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
  POLICY_SORT_RULES,
} from './policyListAddress';

type Figures = PolicyCardsQuery['policyCards'];

interface Card extends Pick<SummaryCard, 'label' | 'hint' | 'icon'> {
  figure: (figures: Figures) => string;
  /** What the list that it counts is narrowed by, and sorted by. */
  narrowing: Partial<Narrowing>;
  sort?: PolicySort;
}

const grouped = new Intl.NumberFormat('en-IN');

const CARDS: Card[] = [
  {
    label: 'Total Policies',
    hint: 'All that are in the list',
    icon: Document,
    figure: ({ total }) => grouped.format(total),
    narrowing: {},
  },
  {
    label: 'Active Policies',
    hint: 'In force now',
    icon: Shield,
    figure: ({ active }) => grouped.format(active),
    narrowing: { statuses: ['active'] },
  },
  {
    label: 'Total Premium',
    hint: 'One instalment of each',
    icon: Calendar,
    figure: ({ totalPremium }) => shownDecimal(totalPremium),
    narrowing: {},
    sort: 'premium',
  },
  {
    label: 'Expiring Soon',
    hint: 'Within 30 days',
    icon: Time,
    figure: ({ expiringSoon }) => grouped.format(expiringSoon),
    narrowing: { expiringSoon: true },
    sort: 'ends',
  },
];

/** Four figures over the list; each opens the list that it counts. */
export function PolicyCards({ kind }: { kind: PolicyKind }) {
  const client = useApolloClient();
  const { open } = useAddress();
  const { data, error, refetch } = useQuery(PolicyCardsDocument, { variables: { kind } });
  useRetryAfterSignIn(error, refetch);

  const show = ({ narrowing, sort }: Card) => {
    const wanted = { ...NO_NARROWING, ...narrowing };
    const sorting = sortingIn(new URLSearchParams(sort ? { sort } : {}), POLICY_SORT_RULES);
    // Days pass and colleagues work: a figure and its list are asked for at the same time.
    client.cache.evict({
      id: 'ROOT_QUERY',
      fieldName: 'policies',
      args: { filter: filterOf(kind, { ...wanted, ...sorting, search: '' }), ...sorting },
    });
    refetch().catch(() => {
      // Told by `error`.
    });
    open({ ...addressOfNarrowing(wanted), q: null, sort: sort ?? null, dir: null, row: null });
  };
  const cards = CARDS.map((card) => ({
    ...card,
    figure: data && card.figure(data.policyCards),
    onOpen: () => show(card),
  }));
  return <SummaryCards cards={cards} isFailed={Boolean(error)} />;
}
