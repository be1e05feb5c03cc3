import { useApolloClient } from '@apollo/client/react';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import type { ComponentType } from 'react';
import { type Operation, useGatewayQuery } from '../../data/operation';
import type { SavedRecord } from '../record/recordType';
import { useAddress } from '../useAddress';
import type { ListDesign } from './listDesign';
import { addressOfFilter, type FilterValues } from './listFilter';
import { addressOfSorting, firstSorting } from './sorting';
import './SummaryCards.css';

export interface Figure<Data> {
  label: string;
  hint: string;
  icon: ComponentType<{ size?: number }>;
  figure: (data: Data) => string;
}

export interface SummaryCard<Data, Sort extends string, Of extends Criteria> extends Figure<Data> {
  /** Of the list that it counts. */
  filter?: FilterValues<Of>;
  sort?: Sort;
}

interface SummaryCardsProps<
  Data,
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria,
> {
  design: ListDesign<Item, Sort, Of>;
  cards: readonly SummaryCard<Data, Sort, Of>[];
  figures: Operation<Data>;
}

/** Four figures over a list; each opens the list that it counts. */
export function SummaryCards<
  Data,
  Item extends SavedRecord,
  Sort extends string,
  Of extends Criteria,
>({ design, cards, figures }: SummaryCardsProps<Data, Item, Sort, Of>) {
  const { list, always, type } = design;
  const { cache } = useApolloClient();
  const { open } = useAddress();
  const answer = useGatewayQuery(figures);

  const show = ({ filter = {}, sort }: SummaryCard<Data, Sort, Of>) => {
    const sorting = firstSorting(list, sort);
    // Days pass and colleagues work: a figure and its list are asked for at the same time.
    const args = { filter: { ...always, ...filter }, ...sorting };
    cache.evict({ id: 'ROOT_QUERY', fieldName: type.many, args });
    answer.retry();
    const address = { ...addressOfFilter(list, filter), ...addressOfSorting(sorting, list) };
    open({ ...address, q: null, row: null });
  };
  const data = answer.data as Data | undefined;
  return <FigureCards cards={cards} data={data} error={answer.error} onShow={show} />;
}

interface FigureCardsProps<Data, Card extends Figure<Data>> {
  cards: readonly Card[];
  /** Undefined until they have come. */
  data: Data | undefined;
  error: unknown;
  onShow: (card: Card) => void;
}

/** Figures that open what they count. */
export const FigureCards = <Data, Card extends Figure<Data>>({
  cards,
  data,
  error,
  onShow,
}: FigureCardsProps<Data, Card>) => (
  <ul className="summary-cards" aria-label="Summary">
    {cards.map((card) => (
      <li key={card.label}>
        <button type="button" onClick={() => onShow(card)}>
          <span className="summary-card-label">
            <card.icon size={14} />
            {card.label}
          </span>
          <Amount figure={data && card.figure(data)} isFailed={Boolean(error)} />
          <span className="summary-card-hint">{error ? 'Could not be counted' : card.hint}</span>
        </button>
      </li>
    ))}
  </ul>
);

interface AmountProps {
  /** Undefined until it has come. */
  figure: string | undefined;
  isFailed: boolean;
}

function Amount({ figure, isFailed }: AmountProps) {
  if (figure !== undefined) {
    return (
      <strong className="tabular" title={figure}>
        {figure}
      </strong>
    );
  }
  return <strong>{isFailed ? '–' : <span className="skeleton-bar summary-card-wait" />}</strong>;
}
