import { Calculator, Document, TickCircle, Time } from '@blueprintjs/icons';
import type { QuotationSort } from '@insuremanager/contracts/quotations/quotationViews';
import { operation } from '../../data/operation';
import { QuotationCardsDocument, type QuotationCardsQuery } from '../../data/operations.generated';
import { formatDecimal } from '../../records/policies/Premium';
import { formatCount } from '../../ui/format';
import { type SummaryCard, SummaryCards } from '../../ui/list/SummaryCards';
import { QUOTATION_LIST, type QuotationCriteria } from './quotationListDesign';

const CARDS: SummaryCard<QuotationCardsQuery, QuotationSort, QuotationCriteria>[] = [
  {
    label: 'Total Quotations',
    hint: 'All statuses',
    icon: Document,
    figure: ({ quotationCards: { total } }) => formatCount(total),
  },
  {
    label: 'Pending',
    hint: 'Awaiting a reply',
    icon: Time,
    figure: ({ quotationCards: { pending } }) => formatCount(pending),
    filter: { statuses: ['pending'] },
  },
  {
    label: 'Accepted',
    hint: 'Ready to convert, or converted',
    icon: TickCircle,
    figure: ({ quotationCards: { accepted } }) => formatCount(accepted),
    filter: { statuses: ['accepted'] },
  },
  {
    label: 'Total Value',
    hint: 'Including service charges',
    icon: Calculator,
    figure: ({ quotationCards: { totalValue } }) => formatDecimal(totalValue),
    sort: 'total',
  },
];

export const QuotationCards = () => (
  <SummaryCards
    design={QUOTATION_LIST}
    cards={CARDS}
    figures={operation(QuotationCardsDocument, {})}
  />
);
