import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { customerGroup } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { quotationLabel } from '../../records/quotations/quotationLabels';
import { formatInstant } from '../../ui/format';
import { type DetailGroup, Details, recordRows } from '../../ui/record/Details';
import { QUOTATION, type Quotation } from './quotation';

const LABELS = QUOTATION_LABELS;

export const QuotationDetails = ({ quotation }: { quotation: Quotation }) => (
  <Details
    groups={[
      amountsOf(quotation),
      coverOf(quotation),
      validityOf(quotation),
      customerGroup(quotation),
      recordOf(quotation),
    ]}
  />
);

const amountsOf = (quotation: Quotation): DetailGroup => ({
  heading: 'Amounts',
  rows: [
    {
      label: quotationLabel(quotation.insuranceType, 'sumAssured'),
      value: formatDecimal(quotation.sumAssured),
    },
    { label: LABELS.premiumAmount, value: formatDecimal(quotation.premiumAmount) },
    {
      label: 'GST included',
      value: `${formatDecimal(quotation.gstAmount)} at ${quotation.gstRate} %`,
    },
    { label: LABELS.serviceCharges, value: formatDecimal(quotation.serviceCharges) },
    { label: LABELS.totalAmount, value: <strong>{formatDecimal(quotation.totalAmount)}</strong> },
  ],
});

function coverOf(quotation: Quotation): DetailGroup {
  const { insuranceType, vehicleNumber } = quotation;
  const row = (field: 'insuranceType' | 'policyType' | 'vehicleType') => ({
    label: LABELS[field],
    value: quotation[field] && QUOTATION.formatValue(field, quotation[field]),
  });
  const plate = vehicleNumber && formatPlate(vehicleNumber);
  return {
    heading: 'Cover',
    rows: [
      row('insuranceType'),
      ...(insuranceType === 'health'
        ? [row('policyType')]
        : [row('vehicleType'), { label: LABELS.vehicleNumber, value: plate }]),
      { label: LABELS.insuranceCompany, value: quotation.insuranceCompany },
    ],
  };
}

function validityOf(quotation: Quotation): DetailGroup {
  const { validityDays, validUntil, notes } = quotation;
  const days = validityDays === 1 ? '1 day' : `${validityDays} days`;
  return {
    heading: 'Validity',
    rows: [
      { label: LABELS.status, value: <QuotationBadges quotation={quotation} /> },
      { label: 'Valid until', value: `${formatDay(validUntil)} (${days})` },
      { label: LABELS.notes, value: notes },
    ],
  };
}

const recordOf = (quotation: Quotation): DetailGroup => ({
  heading: 'Record',
  rows: [
    { label: 'Emailed', value: quotation.emailedAt && formatInstant(quotation.emailedAt) },
    ...recordRows(quotation),
  ],
});
