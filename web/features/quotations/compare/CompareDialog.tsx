import { AnchorButton, Button, Dialog } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { comparisonPdfPath } from '@insuremanager/contracts/quotations/quotationViews';
import { operation, useGatewayQuery } from '../../../data/operation';
import { QuotationsByIdDocument } from '../../../data/operations.generated';
import { useAllowed } from '../../../ui/allowed';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { useReturnFocus } from '../../../ui/useReturnFocus';
import { CompareChoices } from './CompareChoices';
import { ComparisonTable } from './ComparisonTable';
import { comparable } from './comparison';
import { useChosen } from './useChosen';
import '../../../ui/record/RecordDialog.css';
import './compare.css';

interface CompareDialogProps {
  /** As the address names them. */
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** Quotations of one customer, side by side. */
export function CompareDialog({ ids: named, onChange, onClose }: CompareDialogProps) {
  const [ids, choose] = useChosen(named, onChange);
  useReturnFocus();
  // It names the customer.
  const canPrint = useAllowed('people.read');
  const { data, previousData, error, retry } = useGatewayQuery(
    operation(QuotationsByIdDocument, { ids: [...ids] }),
    { skip: ids.length === 0, fetchPolicy: 'cache-and-network' },
  );
  const found = (data ?? previousData)?.quotationsById;
  const compared = comparable(found ?? [], ids);
  const [first] = compared.length > 0 ? compared : (found ?? []);
  const shownIds = compared.map(({ id }) => id);
  // A choice counts at once, before what it adds has come.
  const strangers = (found ?? []).filter(({ customerId }) => customerId !== first?.customerId);
  const chosen = data ? shownIds : ids.filter((id) => strangers.every((one) => one.id !== id));
  const isEnough = shownIds.length >= 2;

  return (
    <Dialog
      isOpen
      title="Compare Quotations"
      onClose={onClose}
      className="record-dialog compare-dialog"
    >
      <div className="record-form-fields comparison">
        {error && !found && <LoadFailure what="the quotations" error={error} onRetry={retry} />}
        {!error && !found && ids.length > 0 && <SkeletonRows height={44} what="the quotations" />}
        {first && (
          <>
            <p className="comparison-customer">{first.customer?.name ?? 'A deleted customer'}</p>
            {!isEnough && <p role="status">Choose at least two quotations to compare.</p>}
            {data && compared.length < ids.length && (
              <p role="status">Only current quotations of this customer are shown.</p>
            )}
            {compared.length > 0 && <ComparisonTable quotations={compared} />}
            <CompareChoices customerId={first.customerId} chosen={chosen} onChange={choose} />
          </>
        )}
        {(found?.length === 0 || ids.length === 0) && (
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
