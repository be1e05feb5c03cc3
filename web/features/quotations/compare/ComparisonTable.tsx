import { isPriced } from '@insuremanager/contracts/quotations/lowestOffers';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { parsePaise } from '@insuremanager/contracts/rules/money';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../../records/addresses';
import { formatDecimal } from '../../../records/policies/Premium';
import { QuotationBadges } from '../../../records/quotations/QuotationBadges';
import { insuredLabel } from '../../../records/quotations/quotationLabels';
import { Badge } from '../../../ui/StatusBadge';
import type { Quotation } from '../quotation';
import { lowest } from './comparison';

const NOT_QUOTED = 'Not quoted';

/** An amount; without one the insurer has not named it yet. */
const quoted = (decimal: string): string =>
  (parsePaise(decimal) ?? 0) > 0 ? formatDecimal(decimal) : NOT_QUOTED;

interface Row {
  label: string;
  isAmount?: boolean;
  shown: (quotation: Quotation) => ReactNode;
}

const ROWS: Row[] = [
  { label: 'Insurer', shown: ({ insuranceCompany }) => insuranceCompany ?? '–' },
  { label: 'Insured', shown: insuredLabel },
  { label: 'Cover', isAmount: true, shown: ({ sumAssured }) => quoted(sumAssured) },
  { label: 'Premium', isAmount: true, shown: ({ premiumAmount }) => quoted(premiumAmount) },
  {
    label: 'GST included',
    isAmount: true,
    shown: (quotation) =>
      isPriced(quotation)
        ? `${formatDecimal(quotation.gstAmount)} (${quotation.gstRate}\u00a0%)`
        : '–',
  },
  {
    label: 'Service charges',
    isAmount: true,
    shown: ({ serviceCharges }) => formatDecimal(serviceCharges),
  },
];

const TERMS: Row[] = [
  { label: 'Valid until', shown: ({ validUntil }) => formatDay(validUntil) },
  { label: 'Status', shown: (quotation) => <QuotationBadges quotation={quotation} /> },
];

interface ComparisonTableProps {
  quotations: readonly Quotation[];
}

/** A column for each; the lowest total is marked. Scrolls within itself where it is too wide. */
export function ComparisonTable({ quotations }: ComparisonTableProps) {
  const cheapest = lowest(quotations);
  const total: Row = {
    label: 'Total',
    isAmount: true,
    shown: (quotation) => (
      <span className="comparison-total">
        {cheapest.includes(quotation) && <Badge tone="good">Lowest</Badge>}
        <strong>{isPriced(quotation) ? formatDecimal(quotation.totalAmount) : NOT_QUOTED}</strong>
      </span>
    ),
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="comparison-scroll" aria-label="Comparison" tabIndex={0}>
      <table style={{ '--compared': quotations.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col">Quotation</th>
            {quotations.map(({ id, quotationNumber }) => (
              <th key={id} scope="col">
                <Link to={addressOfRecord({ kind: 'quotation', id })} state={OPENED_HERE}>
                  {quotationNumber}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...ROWS, total, ...TERMS].map(({ label, isAmount, shown }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {quotations.map((quotation) => (
                <td
                  key={quotation.id}
                  className={isAmount ? 'tabular comparison-amount' : 'tabular'}
                  data-lowest={(label === 'Total' && cheapest.includes(quotation)) || undefined}
                >
                  {shown(quotation)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
