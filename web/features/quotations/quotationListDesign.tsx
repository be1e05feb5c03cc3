import { Calculator } from '@blueprintjs/icons';
import type { QuotationSort } from '@insuremanager/contracts/quotations/quotationViews';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { HolderLink } from '../../app/HolderLink';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { textColumn } from '../../ui/list/textColumn';
import { shownDecimal, shownSum } from '../../ui/policies/Premium';
import { InsuredIcon } from '../../ui/quotations/InsuredIcon';
import { QuotationBadges } from '../../ui/quotations/QuotationBadges';
import { insuredWords } from '../../ui/quotations/quotationWords';
import type { Quotation } from './quotation';
import { QUOTATION_SORT_RULES } from './quotationListAddress';
import './quotationTable.css';

type QuotationColumn = Column<Quotation, QuotationSort>;

const number: QuotationColumn = {
  key: 'number',
  label: 'Quotation',
  sort: 'number',
  className: 'quotation-number tabular',
  title: (quotation) => `${quotation.quotationNumber} ${insuredWords(quotation)}`,
  render: (quotation) => (
    <>
      <InsuredIcon quotation={quotation} />
      <span className="quotation-number-text">
        <span className="ellipsis">{quotation.quotationNumber}</span>
        <span className="muted ellipsis">{insuredWords(quotation)}</span>
      </span>
    </>
  ),
};
const holder: QuotationColumn = {
  key: 'holder',
  label: 'Customer',
  className: 'ellipsis',
  title: ({ customer }) => customer?.name,
  render: ({ customer }) => <HolderLink customer={customer} isInRow />,
};
const insurer = textColumn<Quotation, QuotationSort>({
  key: 'insurer',
  label: 'Insurer',
  text: ({ insuranceCompany }) => insuranceCompany,
});
const cover: QuotationColumn = {
  key: 'cover',
  label: 'Sum assured',
  className: 'tabular quiet ellipsis',
  title: ({ sumAssured }) => shownDecimal(sumAssured),
  render: ({ sumAssured }) => shownSum(sumAssured),
};
const premium: QuotationColumn = {
  key: 'premium',
  label: 'Premium',
  className: 'tabular quiet',
  render: ({ premiumAmount }) => shownDecimal(premiumAmount),
};
const total: QuotationColumn = {
  key: 'total',
  label: 'Total',
  sort: 'total',
  className: 'quotation-total tabular',
  render: ({ totalAmount }) => shownDecimal(totalAmount),
};
const validity: QuotationColumn = {
  key: 'validity',
  label: 'Valid until',
  sort: 'validity',
  className: 'tabular quiet',
  render: ({ validUntil }) => shownDay(validUntil),
};
const status: QuotationColumn = {
  key: 'status',
  label: 'Status',
  render: (quotation) => <QuotationBadges quotation={quotation} />,
};
const added: QuotationColumn = {
  key: 'added',
  label: 'Added',
  sort: 'added',
  className: 'tabular quiet',
  render: ({ createdAt }) => shownDay(kolkataDay(new Date(createdAt))),
};

export const QUOTATION_LIST: ListDesign<Quotation, QuotationSort> = {
  label: 'Quotations',
  className: 'quotation-table',
  columns: [number, holder, insurer, cover, premium, total, validity, status, added],
  sortRules: QUOTATION_SORT_RULES,
  rowHeights: { wide: 56, medium: 64, card: 164 },
  nameOf: ({ quotationNumber }) => quotationNumber,
  words: { one: 'quotation', many: 'quotations' },
  empty: {
    icon: <Calculator size={20} />,
    text: 'Get started by adding your first quotation',
  },
  addLabel: 'Add Quotation',
};
