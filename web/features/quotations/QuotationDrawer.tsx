import { AnchorButton, Button, Intent } from '@blueprintjs/core';
import { Document, Edit, Envelope, Shield } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { useNameOfCustomer } from '../../records/customers/useNameOfCustomer';
import { formatDecimal } from '../../records/policies/Premium';
import { InsuredIcon } from '../../records/quotations/InsuredIcon';
import { QuotationBadges } from '../../records/quotations/QuotationBadges';
import { TasksPanel } from '../../records/tasks/TasksPanel';
import { useAllowed, useAllowedOf } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { MoreActions } from '../../ui/list/RowMenu';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { NextStep } from './NextStep';
import { QuotationActions } from './QuotationActions';
import { QuotationDetails } from './QuotationDetails';
import { QUOTATION, type Quotation } from './quotation';
import { actionsFor, isConverted, QUOTATION_NEEDS, type QuotationAction } from './quotationActions';

type QuotationDrawerProps = DrawerProps<Quotation, QuotationAction>;

/** A quotation beside the list: what it offers, what it waits for, and all that happened to it. */
export default function QuotationDrawer({ id, onClose, onAction }: QuotationDrawerProps) {
  const nameOf = useNameOfCustomer();
  const canNote = useAllowed('tasks.write');
  return (
    <RecordDrawer
      type={QUOTATION}
      id={id}
      onClose={onClose}
      subtitle={(quotation) => <Head quotation={quotation} />}
      avatar={(quotation) => <InsuredIcon quotation={quotation} />}
      actions={(quotation) => <Actions quotation={quotation} onAction={onAction} />}
      aboveDetails={(quotation) => <NextStep quotation={quotation} onAction={onAction} />}
      details={(quotation) => <QuotationDetails quotation={quotation} />}
      tabs={(of, quotation) => [
        {
          ...{ id: 'notes', title: 'Notes' },
          panel: (
            <TasksPanel
              of={{ record: 'quotation', id: of }}
              canAdd={quotation !== null && canNote}
              isGone={quotation === null}
            />
          ),
        },
      ]}
      formatValue={() => (field, value) =>
        field === 'customerId' ? nameOf(value) : QUOTATION.formatValue(field, value)
      }
    />
  );
}

/** How it stands, whose it is, how much, how long. */
const Head = ({ quotation }: { quotation: Quotation }) => (
  <>
    <QuotationBadges quotation={quotation} />
    <HeadFacts
      facts={[
        <CustomerLink key="customer" customer={quotation.customer} />,
        formatDecimal(quotation.totalAmount),
        `Valid until ${formatDay(quotation.validUntil)}`,
      ]}
    />
  </>
);

interface ActionsProps extends Pick<QuotationDrawerProps, 'onAction'> {
  quotation: Quotation;
}

function Actions({ quotation, onAction }: ActionsProps) {
  const isPhone = useMediaQuery(PHONE);
  const may = useAllowedOf(QUOTATION_NEEDS);
  const isToConvert = may('convert') && actionsFor(quotation).includes('convert');
  const inHead = headActions(isToConvert, isPhone);
  return (
    <>
      {isToConvert && (
        <Button
          intent={Intent.PRIMARY}
          icon={<Shield />}
          onClick={() => onAction('convert', quotation)}
        >
          Convert
        </Button>
      )}
      {inHead.includes('pdf') && may('pdf') && (
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

/** What has a button of its own; once it is to become a policy, the rest is in the menu. */
function headActions(isToConvert: boolean, isPhone: boolean): QuotationAction[] {
  if (isToConvert) return ['convert', 'edit'];
  return isPhone ? ['pdf', 'edit'] : ['pdf', 'edit', 'email'];
}
