import { Calculator } from '@blueprintjs/icons';
import {
  type QuotationSort,
  quotationList,
} from '@insuremanager/contracts/quotations/quotationViews';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { QuotationListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { formatDecimal, formatSum } from '../../records/policies/Premium';
import { InsuredIcon } from '../../records/quotations/InsuredIcon';
import { QuotationBadges, quotationBadges } from '../../records/quotations/QuotationBadges';
import { insuredLabel } from '../../records/quotations/quotationLabels';
import { labelOf } from '../../ui/labels';
import { ADDED, columnsOf, QUIET, QUIET_FIGURE } from '../../ui/list/columns';
import type { Column, ListDesign } from '../../ui/list/listDesign';
import { QUOTATION, type Quotation } from './quotation';
import './quotationTable.css';

type QuotationColumn = Column<Quotation, QuotationSort>;
const column = columnsOf<Quotation, QuotationSort>();

const number: QuotationColumn = {
  key: 'number',
  label: 'Quotation',
  sort: 'number',
  room: {
    whole: ({ quotationNumber }) => quotationNumber,
    // A vehicle's number stands in it.
    cut: insuredLabel,
    least: 160,
    extra: 40,
  },
  height: 40,
  className: 'icon-cell record-number tabular',
  title: (quotation) => `${quotation.quotationNumber} ${insuredLabel(quotation)}`,
  render: (quotation) => (
    <>
      <InsuredIcon quotation={quotation} />
      <span className="two-lines">
        <span className="whole">{quotation.quotationNumber}</span>
        <span className="muted ellipsis" dir="auto">
          {insuredLabel(quotation)}
        </span>
      </span>
    </>
  ),
};
const insurer = column.text('insurer', 'Insurer', ({ insuranceCompany }) => insuranceCompany);
const cover = column.whole(
  'cover',
  'Sum assured',
  ({ sumAssured }) => formatSum(sumAssured),
  QUIET_FIGURE,
);
const premium = column.whole(
  'premium',
  'Premium',
  ({ premiumAmount }) => formatDecimal(premiumAmount),
  QUIET_FIGURE,
);
const total = column.whole('total', 'Total', ({ totalAmount }) => formatDecimal(totalAmount), {
  sort: 'total',
  align: 'end',
  className: 'record-amount',
});
const validity = column.whole(
  'validity',
  'Valid until',
  ({ validUntil }) => formatDay(validUntil),
  { ...QUIET, sort: 'validity' },
);
const status: QuotationColumn = {
  key: 'status',
  label: 'Status',
  room: { badges: quotationBadges },
  render: (quotation) => <QuotationBadges quotation={quotation} />,
};

const type = column.text('type', 'Type', ({ insuranceType }) => labelOf(insuranceType));
const gst = column.whole('gst', 'GST', ({ gstAmount }) => formatDecimal(gstAmount), QUIET_FIGURE);
const charges = column.whole(
  'charges',
  'Service charges',
  ({ serviceCharges }) => formatDecimal(serviceCharges),
  QUIET_FIGURE,
);
const emailed = column.whole(
  'emailed',
  'Emailed',
  ({ emailedAt, isEmailKept }) =>
    isEmailKept ? EMAIL_KEPT : emailedAt && formatDay(kolkataDay(new Date(emailedAt))),
  QUIET,
);

export type QuotationCriteria = typeof quotationList.criteria;

export const QUOTATION_LIST: ListDesign<Quotation, QuotationSort, QuotationCriteria> = {
  type: QUOTATION,
  label: 'Quotations',
  names: QUOTATION,
  className: 'quotation-table',
  columns: [number, CUSTOMER_COLUMN, insurer, cover, premium, total, validity, status, ADDED],
  furtherColumns: [type, gst, charges, emailed, PHONE_COLUMN],
  list: quotationList,
  document: QuotationListDocument,
  views: 'quotations',
  rowHeights: { wide: 56, medium: 64 },
  stacks: [
    ['number'],
    ['customer', 'insurer'],
    ['cover'],
    ['premium'],
    ['total'],
    ['validity', 'status'],
    ['added'],
  ],
  beside: [['number'], ['customer', 'validity']],
  card: [['number'], ['customer', 'total'], ['insurer', 'premium'], ['status', 'validity']],
  icon: <Calculator size={20} />,
  exported: 'quotations',
  addLabel: 'Add Quotation',
};
