import { useQuery } from '@apollo/client/react';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { HolderLink } from '../../app/HolderLink';
import { QuotationAsOfDocument } from '../../data/operations.generated';
import { shownDecimal } from '../../ui/policies/Premium';
import { QuotationBadges } from '../../ui/quotations/QuotationBadges';
import { quotationLabel } from '../../ui/quotations/quotationWords';
import { AsOfSwitch, PastRecord } from '../../ui/record/AsOf';
import { type DetailGroup, Details } from '../../ui/record/Details';
import { StatusBadge } from '../../ui/StatusBadge';
import { shownInstant } from '../../ui/shownInstant';
import { NextStep } from './NextStep';
import type { Quotation } from './quotation';
import type { QuotationAction } from './quotationActions';
import { shownValue } from './quotationEdit';

interface QuotationDetailsPanelProps {
  id: number;
  /** As of now; null for one that is in no list. */
  quotation: Quotation | null;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onDay: (day: Day | null) => void;
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

export function QuotationDetailsPanel(props: QuotationDetailsPanelProps) {
  const { id, quotation, day, onDay, onAction } = props;
  return (
    <>
      {!day && quotation && <NextStep quotation={quotation} onAction={onAction} />}
      <AsOfSwitch day={day} onDay={onDay} />
      {day ? <AsOf id={id} day={day} /> : <Now quotation={quotation} />}
    </>
  );
}

const Now = ({ quotation }: { quotation: Quotation | null }) =>
  quotation ? (
    <QuotationDetails quotation={quotation} />
  ) : (
    <p className="muted">
      There is no such quotation in the lists now. The history tells the rest.
    </p>
  );

/** The past must not reach the cache: there the same quotation is what it is now. */
function AsOf({ id, day }: { id: number; day: Day }) {
  const { data, error, refetch } = useQuery(QuotationAsOfDocument, {
    variables: { id, day },
    fetchPolicy: 'no-cache',
  });
  return (
    <PastRecord
      one="quotation"
      day={day}
      record={data?.quotationAsOf}
      error={error}
      onRetry={refetch}
    >
      {(quotation) => <QuotationDetails quotation={quotation} />}
    </PastRecord>
  );
}

const QuotationDetails = ({ quotation }: { quotation: Quotation }) => (
  <Details groups={groupsOf(quotation)} />
);

const word = (field: string, value: string | null) => value && shownValue(field, value);

function groupsOf(quotation: Quotation): DetailGroup[] {
  const { customer, insuranceType, vehicleNumber, emailedAt } = quotation;
  const label = quotationLabel;
  const insured =
    insuranceType === 'health'
      ? [{ label: QUOTATION_LABELS.policyType, value: word('policyType', quotation.policyType) }]
      : [
          {
            label: QUOTATION_LABELS.vehicleType,
            value: word('vehicleType', quotation.vehicleType),
          },
          {
            label: QUOTATION_LABELS.vehicleNumber,
            value: vehicleNumber && shownPlate(vehicleNumber),
          },
        ];
  return [
    {
      heading: 'Amounts',
      rows: [
        { label: label(insuranceType, 'sumAssured'), value: shownDecimal(quotation.sumAssured) },
        { label: QUOTATION_LABELS.premiumAmount, value: shownDecimal(quotation.premiumAmount) },
        {
          label: 'GST included',
          value: `${shownDecimal(quotation.gstAmount)} at ${quotation.gstRate} %`,
        },
        { label: QUOTATION_LABELS.serviceCharges, value: shownDecimal(quotation.serviceCharges) },
        {
          label: QUOTATION_LABELS.totalAmount,
          value: <strong>{shownDecimal(quotation.totalAmount)}</strong>,
        },
      ],
    },
    {
      heading: 'Cover',
      rows: [
        { label: QUOTATION_LABELS.insuranceType, value: word('insuranceType', insuranceType) },
        ...insured,
        { label: QUOTATION_LABELS.insuranceCompany, value: quotation.insuranceCompany },
      ],
    },
    {
      heading: 'Validity',
      rows: [
        { label: QUOTATION_LABELS.status, value: <QuotationBadges quotation={quotation} /> },
        {
          label: 'Valid until',
          value: `${shownDay(quotation.validUntil)} (${daysOf(quotation)})`,
        },
        { label: QUOTATION_LABELS.notes, value: quotation.notes },
      ],
    },
    {
      heading: 'Customer',
      rows: [
        { label: QUOTATION_LABELS.customerId, value: <HolderLink customer={customer} /> },
        { label: 'Phone', value: customer && shownPhone(customer.phone) },
        { label: 'KYC', value: customer && <StatusBadge status={customer.kycStatus} /> },
      ],
    },
    {
      heading: 'Record',
      rows: [
        { label: 'Emailed', value: emailedAt && shownInstant(emailedAt) },
        { label: 'Added', value: shownInstant(quotation.createdAt) },
        { label: 'Last changed', value: shownInstant(quotation.updatedAt) },
      ],
    },
  ];
}

const daysOf = ({ validityDays }: Quotation): string =>
  validityDays === 1 ? '1 day' : `${validityDays} days`;
