import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { QuotationDetailsDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { EditLoader } from '../../ui/record/EditLoader';
import { RecordDialog } from '../../ui/record/RecordDialog';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { ConvertForm } from './ConvertForm';
import { EmailForm } from './EmailForm';
import { Converted, NotAccepted } from './NextStep';
import { QuotationForm } from './QuotationForm';
import type { Quotation } from './quotation';
import { QUOTATION_LIST } from './quotationListDesign';

interface QuotationDialogProps extends Omit<FormEnds, 'noteUnsaved'> {
  /** The quotation to change; null adds one. */
  id: number | null;
  /** What is to be done with it. */
  change: QuotationChange;
  /** For whom one is added, when that is known. */
  holderId: number | null;
}

const TITLES = {
  edit: 'Edit Quotation',
  email: 'Email Quotation',
  convert: 'Convert to Policy',
} as const;

/** What a dialog can do with a quotation; what cannot be understood in an address is an edit. */
export type QuotationChange = keyof typeof TITLES;
export const changeIn = (params: URLSearchParams): QuotationChange =>
  (Object.keys(TITLES) as QuotationChange[]).find((one) => one === params.get('change')) ?? 'edit';

/** The dialog in which a quotation is added, changed, sent or made a policy. */
export function QuotationDialog(props: QuotationDialogProps) {
  const { id, change, holderId, onSaved, onClose } = props;
  return (
    <RecordDialog title={id === null ? QUOTATION_LIST.addLabel : TITLES[change]} onClose={onClose}>
      {(noteUnsaved) => {
        const ends = { onSaved, onClose, noteUnsaved };
        if (id === null) return <QuotationForm base={null} holderId={holderId} {...ends} />;
        return (
          <LoadedQuotation id={id}>
            {(quotation) => {
              if (change === 'email') return <EmailForm quotation={quotation} {...ends} />;
              if (quotation.policyId !== null) {
                return (
                  <div className="record-form-fields">
                    <Converted policyId={quotation.policyId} />
                  </div>
                );
              }
              // As it was when it was opened: a form in which somebody types stays.
              if (change === 'convert' && quotation.status !== 'accepted') {
                return (
                  <div className="record-form-fields">
                    <NotAccepted quotation={quotation} />
                  </div>
                );
              }
              if (change === 'convert') return <ConvertForm quotation={quotation} {...ends} />;
              return <QuotationForm base={quotation} {...ends} />;
            }}
          </LoadedQuotation>
        );
      }}
    </RecordDialog>
  );
}

interface LoadedQuotationProps {
  id: number;
  children: (quotation: Quotation) => ReactNode;
}

/** What a form about a quotation begins with. */
function LoadedQuotation({ id, children }: LoadedQuotationProps) {
  const { data, error, refetch } = useQuery(QuotationDetailsDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <EditLoader one="quotation" record={data?.quotation} error={error} onRetry={refetch}>
      {children}
    </EditLoader>
  );
}
