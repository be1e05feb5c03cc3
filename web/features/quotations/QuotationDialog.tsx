import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { operation } from '../../data/operation';
import { PolicyDetailsDocument } from '../../data/operations.generated';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { Loaded } from '../../ui/record/Loaded';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { ConvertForm } from './ConvertForm';
import { EmailForm } from './EmailForm';
import { LinkPanel } from './LinkPanel';
import { Converted, NotAccepted } from './NextStep';
import { QuotationForm } from './QuotationForm';
import type { Quotation } from './quotation';
import { emptyForm, formForRenewal } from './quotationForm';

interface QuotationDialogProps extends Omit<EditDialogProps<Quotation>, 'children'> {
  /** For whom one is added, when that is known. */
  customerId: number | null;
  /** Of which type one is added, when that is known. */
  insuranceType: PolicyKind | null;
  /** The term of a policy for whose renewal one is added. */
  renewing: number | null;
}

const TITLES: Readonly<Record<string, string>> = {
  email: 'Email Quotation',
  convert: 'Convert to Policy',
  link: 'Link to Accept',
};

/** What cannot be understood in an address is an edit. */
export default function QuotationDialog({
  customerId,
  insuranceType,
  renewing,
  ...dialog
}: QuotationDialogProps) {
  const change = dialog.id === null ? null : dialog.change;
  return (
    <EditDialog {...dialog} title={TITLES[change ?? '']}>
      {(quotation, ends) => {
        if (!quotation && renewing !== null) return <RenewalForm termId={renewing} {...ends} />;
        if (!quotation)
          return (
            <QuotationForm base={null} initial={emptyForm(customerId, insuranceType)} {...ends} />
          );
        if (change === 'email') return <EmailForm quotation={quotation} {...ends} />;
        if (change === 'link') return <LinkPanel quotation={quotation} />;
        if (quotation.policyId !== null) {
          return (
            <div className="record-form-fields">
              <Converted policyId={quotation.policyId} />
            </div>
          );
        }
        if (change !== 'convert') return <QuotationForm base={quotation} {...ends} />;
        // As it was when it was opened: a form in which somebody types stays.
        return quotation.status === 'accepted' ? (
          <ConvertForm quotation={quotation} {...ends} />
        ) : (
          <div className="record-form-fields">
            <NotAccepted quotation={quotation} />
          </div>
        );
      }}
    </EditDialog>
  );
}

/** The form of a new quotation that begins with the cover of a policy; empty where that is gone. */
const RenewalForm = ({ termId, ...ends }: FormEnds & { termId: number }) => (
  <Loaded query={operation(PolicyDetailsDocument, { id: termId })} what="the policy" rowHeight={56}>
    {({ record }) => (
      <QuotationForm base={null} initial={record ? formForRenewal(record) : undefined} {...ends} />
    )}
  </Loaded>
);
