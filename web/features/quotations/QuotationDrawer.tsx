import { AnchorButton } from '@blueprintjs/core';
import { Document, Edit, Envelope } from '@blueprintjs/icons';
import { useNameOfCustomer } from '../../records/customers/useNameOfCustomer';
import { InsuredIcon } from '../../records/quotations/InsuredIcon';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { useAllowedOf } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { MoreActions } from '../../ui/list/RowMenu';
import { RecordDrawer } from '../../ui/record/RecordDrawer';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { NextStep } from './NextStep';
import { QuotationActions } from './QuotationActions';
import { QuotationDetails } from './QuotationDetails';
import { QUOTATION, type Quotation } from './quotation';
import { isConverted, QUOTATION_NEEDS, type QuotationAction } from './quotationActions';

interface QuotationDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

/** A quotation beside the list: what it offers, what it waits for, and all that happened to it. */
export default function QuotationDrawer({ id, onClose, onAction }: QuotationDrawerProps) {
  const nameOf = useNameOfCustomer();
  return (
    <RecordDrawer
      type={QUOTATION}
      id={id}
      onClose={onClose}
      subtitle={(quotation) => <QuotationBadges quotation={quotation} />}
      avatar={(quotation) => <InsuredIcon quotation={quotation} />}
      actions={(quotation) => <Actions quotation={quotation} onAction={onAction} />}
      aboveDetails={(quotation) => <NextStep quotation={quotation} onAction={onAction} />}
      details={(quotation) => <QuotationDetails quotation={quotation} />}
      formatValue={() => (field, value) =>
        field === 'customerId' ? nameOf(value) : QUOTATION.formatValue(field, value)
      }
    />
  );
}

interface ActionsProps extends Pick<QuotationDrawerProps, 'onAction'> {
  quotation: Quotation;
}

function Actions({ quotation, onAction }: ActionsProps) {
  const isPhone = useMediaQuery(PHONE);
  const may = useAllowedOf(QUOTATION_NEEDS);
  const inHead: QuotationAction[] = isPhone ? ['pdf', 'edit'] : ['pdf', 'edit', 'email'];
  return (
    <>
      {may('pdf') && (
        <AnchorButton role="link" icon={<Document />} href={quotation.pdfPath} target="_blank">
          PDF
        </AnchorButton>
      )}
      {inHead.includes('email') && may('email') && (
        <IconButton text="Email" icon={<Envelope />} onClick={() => onAction('email', quotation)} />
      )}
      {!isConverted(quotation) && may('edit') && (
        <IconButton text="Edit" icon={<Edit />} onClick={() => onAction('edit', quotation)} />
      )}
      <MoreActions of={quotation.quotationNumber}>
        <QuotationActions quotation={quotation} without={['view', ...inHead]} onAction={onAction} />
      </MoreActions>
    </>
  );
}
