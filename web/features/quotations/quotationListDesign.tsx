import { Calculator } from '@blueprintjs/icons';
import {
  type QuotationSort,
  quotationList,
} from '@insuremanager/contracts/quotations/quotationViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { formatDecimal, formatSum } from '../../records/policies/Premium';
import { InsuredIcon } from '../../records/quotations/InsuredIcon';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { insuredLabel } from '../../records/quotations/quotationLabels';
import { ADDED, textColumn } from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { QUOTATION, type Quotation } from './quotation';
import './quotationTable.css';

type QuotationColumn = Column<Quotation, QuotationSort>;

const number: QuotationColumn = {
  key: 'number',
  label: 'Quotation',
  sort: 'number',
  className: 'icon-cell quotation-number tabular',
  title: (quotation) => `${quotation.quotationNumber} ${insuredLabel(quotation)}`,
  render: (quotation) => (
    <>
      <InsuredIcon quotation={quotation} />
      <span className="two-lines">
        <span className="ellipsis">{quotation.quotationNumber}</span>
        <span className="muted ellipsis">{insuredLabel(quotation)}</span>
      </span>
    </>
  ),
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
  title: ({ sumAssured }) => formatDecimal(sumAssured),
  render: ({ sumAssured }) => formatSum(sumAssured),
};
const premium: QuotationColumn = {
  key: 'premium',
  label: 'Premium',
  className: 'tabular quiet',
  render: ({ premiumAmount }) => formatDecimal(premiumAmount),
};
const total: QuotationColumn = {
  key: 'total',
  label: 'Total',
  sort: 'total',
  className: 'quotation-total tabular',
  render: ({ totalAmount }) => formatDecimal(totalAmount),
};
const validity: QuotationColumn = {
  key: 'validity',
  label: 'Valid until',
  sort: 'validity',
  className: 'tabular quiet',
  render: ({ validUntil }) => formatDay(validUntil),
};
const status: QuotationColumn = {
  key: 'status',
  label: 'Status',
  render: (quotation) => <QuotationBadges quotation={quotation} />,
};

export type QuotationCriteria = typeof quotationList.criteria;

export const QUOTATION_LIST: ListDesign<Quotation, QuotationSort, QuotationCriteria> = {
  type: QUOTATION,
  label: 'Quotations',
  nouns: { one: 'quotation', many: 'quotations' },
  className: 'quotation-table',
  columns: [number, CUSTOMER_COLUMN, insurer, cover, premium, total, validity, status, ADDED],
  list: quotationList,
  views: 'quotations',
  rowHeights: { wide: 56, medium: 64, card: 164 },
  icon: <Calculator size={20} />,
  exported: 'quotations',
  addLabel: 'Add Quotation',
};
