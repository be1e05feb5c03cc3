import { AnchorButton, Button, Dialog } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { comparisonPdfPath } from '@insuremanager/contracts/quotations/quotationViews';
import { operation, useGatewayQuery } from '../../../data/operation';
import { QuotationsByIdDocument } from '../../../data/operations.generated';
import { failureOf, sentenceOf } from '../../../data/problems';
import { useAllowed } from '../../../ui/allowed';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { useReturnFocus } from '../../../ui/useReturnFocus';
import { CompareChoices } from './CompareChoices';
import { ComparisonTable } from './ComparisonTable';
import { useChosen } from './useChosen';
import '../../../ui/record/RecordDialog.css';
import './compare.css';

interface CompareDialogProps {
  /** As the address names them. */
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** Quotations of one customer for one type of insurance, side by side. */
export function CompareDialog({ ids: named, onChange, onClose }: CompareDialogProps) {
  const [ids, choose] = useChosen(named, onChange);
  useReturnFocus();
  // It names the customer.
  const canPrint = useAllowed('people.read');
  const { data, previousData, error, retry } = useGatewayQuery(
    operation(QuotationsByIdDocument, { ids: [...ids] }),
    { skip: ids.length === 0, fetchPolicy: 'cache-and-network' },
  );
  const compared = (data ?? previousData)?.quotationsById;
  const [first] = compared ?? [];
  const shownIds = (compared ?? []).map(({ id }) => id);
  // A choice counts at once, before what it adds has come.
  const chosen = data ? shownIds : ids;
  const refusal =
    error && failureOf(error).code === 'BAD_USER_INPUT' ? sentenceOf(error, '') : null;
  const isEnough = !refusal && shownIds.length >= 2;

  return (
    <Dialog
      isOpen
      title="Compare Quotations"
      onClose={onClose}
      className="record-dialog compare-dialog"
    >
      <div className="record-form-fields comparison">
        {refusal && <p role="status">{refusal}</p>}
        {error && !refusal && !compared && (
          <LoadFailure what="the quotations" error={error} onRetry={retry} />
        )}
        {!error && !compared && ids.length > 0 && (
          <SkeletonRows height={44} what="the quotations" />
        )}
        {compared && first && !refusal && (
          <>
            <p className="comparison-customer">{first.customer?.name ?? 'A deleted customer'}</p>
            {!isEnough && <p role="status">Choose at least two quotations to compare.</p>}
            {data && compared.length < ids.length && (
              <p role="status">Quotations that were deleted are not shown.</p>
            )}
            <ComparisonTable quotations={compared} />
            <CompareChoices first={first} chosen={chosen} onChange={choose} />
          </>
        )}
        {(compared?.length === 0 || ids.length === 0) && (
          <p role="status">These quotations have been deleted.</p>
        )}
      </div>
      <footer className="record-form-foot">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
        {canPrint && (
          <AnchorButton
            role="link"
            icon={<Document />}
            href={isEnough ? comparisonPdfPath(shownIds) : undefined}
            target="_blank"
            disabled={!isEnough}
          >
            PDF
          </AnchorButton>
        )}
      </footer>
    </Dialog>
  );
}
