import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { customerGroup } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { quotationLabel } from '../../records/quotations/quotationLabels';
import { formatDays, formatInstant } from '../../ui/format';
import { type DetailGroup, Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { COVER_FIELDS, QUOTATION, type Quotation } from './quotation';

const LABELS = QUOTATION_LABELS;

export const QuotationDetails = ({ quotation }: { quotation: Quotation }) => (
  <Details
    groups={[
      amountsOf(quotation),
      ...fieldGroups(QUOTATION, [coverGroup(quotation)], quotation),
      validityOf(quotation),
      customerGroup(quotation),
      recordOf(quotation),
    ]}
  />
);

const coverGroup = ({ insuranceType }: Quotation) => ({
  heading: 'Cover',
  fields: COVER_FIELDS[insuranceType],
});

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

function validityOf(quotation: Quotation): DetailGroup {
  const { validityDays, validUntil, notes } = quotation;
  return {
    heading: 'Validity',
    rows: [
      { label: LABELS.status, value: <QuotationBadges quotation={quotation} /> },
      { label: 'Valid until', value: `${formatDay(validUntil)} (${formatDays(validityDays)})` },
      { label: LABELS.notes, value: notes },
    ],
  };
}

const emailedText = ({ emailedAt, isEmailKept }: Quotation): string | null =>
  emailedAt && `${formatInstant(emailedAt)}${isEmailKept ? `: ${EMAIL_KEPT.toLowerCase()}` : ''}`;

const recordOf = (quotation: Quotation): DetailGroup => ({
  heading: 'Record',
  rows: [{ label: 'Emailed', value: emailedText(quotation) }, ...recordRows(quotation)],
});
