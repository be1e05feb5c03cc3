import { useQuery } from '@apollo/client/react';
import { AnchorButton, Button } from '@blueprintjs/core';
import { Document, Edit, Envelope, More } from '@blueprintjs/icons';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactElement, useRef } from 'react';
import {
  QuotationDetailsDocument,
  QuotationHistoryDocument,
} from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { ActionMenu } from '../../ui/ActionMenu';
import { Drawer } from '../../ui/Drawer';
import { Flyout } from '../../ui/Flyout';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { InsuredIcon } from '../../ui/quotations/InsuredIcon';
import { QuotationBadges } from '../../ui/quotations/QuotationBadges';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { RecordTabs } from '../../ui/record/RecordTabs';
import { Badge } from '../../ui/StatusBadge';
import { Tip } from '../../ui/Tip';
import { useAddress } from '../../ui/useAddress';
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery';
import { QuotationDetailsPanel } from './QuotationDetailsPanel';
import { QuotationHistoryPanel } from './QuotationHistoryPanel';
import { QuotationActions } from './QuotationRowMenu';
import type { Quotation } from './quotation';
import { isConverted, type QuotationAction } from './quotationActions';

interface QuotationDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onAction: (action: QuotationAction, quotation: Quotation) => void;
}

/** A quotation beside the list: what it offers, what it waits for, and all that happened to it. */
export function QuotationDrawer({ id, onClose, onAction }: QuotationDrawerProps) {
  const { params, change } = useAddress();
  const { data, error, refetch, loading } = useQuery(QuotationDetailsDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  useRetryAfterSignIn(error, refetch);
  const former = useFormerQuotation(data?.quotation === null ? id : null);
  const asof = params.get('asof') ?? '';
  const view = {
    id,
    quotation: data?.quotation,
    tab: params.get('tab') ?? (data?.quotation === null ? 'history' : 'details'),
    day: isDay(asof) ? asof : null,
  };
  // What was open stays as it was while the drawer slides out.
  const kept = useRef(view);
  if (id !== null) kept.current = view;
  const { quotation, ...panels } = kept.current;

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={quotation?.quotationNumber ?? former?.quotationNumber ?? 'Quotation'}
      subtitle={
        quotation ? (
          <QuotationBadges quotation={quotation} />
        ) : (
          former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
        )
      }
      avatar={quotation && <InsuredIcon quotation={quotation} />}
      actions={quotation && <Actions quotation={quotation} onAction={onAction} />}
    >
      {loading && !data && <SkeletonRows height={56} what="the quotation" />}
      {error && <LoadFailure what="the quotation" error={error} onRetry={refetch} />}
      {quotation !== undefined && (
        <Panels {...panels} quotation={quotation} onChange={change} onAction={onAction} />
      )}
    </Drawer>
  );
}

/** Of one that is in no list: what the history still knows. `id` null: nothing is asked for. */
function useFormerQuotation(
  id: number | null,
): { quotationNumber: string; isDeleted: boolean } | null {
  const { data } = useQuery(QuotationHistoryDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  if (!data) return null;
  const history = data.quotationHistory.toSorted((a, b) => a.version - b.version);
  // The number is the system's own and never changes; only the first entry tells it.
  const number = history[0]?.summary.match(/\S+-\d{4}-\d{2}-\d+/)?.[0];
  return {
    quotationNumber: number ?? `Quotation ${id}`,
    isDeleted: history.at(-1)?.type === 'QuotationDeleted',
  };
}

interface ActionsProps extends Pick<QuotationDrawerProps, 'onAction'> {
  quotation: Quotation;
}

function Actions({ quotation, onAction }: ActionsProps) {
  const isPhone = useMediaQuery(PHONE);
  const inHead: QuotationAction[] = isPhone ? ['pdf', 'edit'] : ['pdf', 'edit', 'email'];
  return (
    <>
      <AnchorButton role="link" icon={<Document />} href={quotation.pdfPath} target="_blank">
        PDF
      </AnchorButton>
      {inHead.includes('email') && (
        <HeadButton text="Email" icon={<Envelope />} onClick={() => onAction('email', quotation)} />
      )}
      {!isConverted(quotation) && (
        <HeadButton text="Edit" icon={<Edit />} onClick={() => onAction('edit', quotation)} />
      )}
      <Flyout
        placement="bottom-end"
        content={
          <ActionMenu label={`Actions for ${quotation.quotationNumber}`}>
            <QuotationActions
              quotation={quotation}
              without={['view', ...inHead]}
              onAction={onAction}
            />
          </ActionMenu>
        }
      >
        <Button variant="minimal" icon={<More />} aria-label="More actions" />
      </Flyout>
    </>
  );
}

interface HeadButtonProps {
  text: string;
  icon: ReactElement;
  onClick: () => void;
}

const HeadButton = ({ text, icon, onClick }: HeadButtonProps) => (
  <Tip text={text}>
    <Button variant="minimal" icon={icon} aria-label={text} onClick={onClick} />
  </Tip>
);

interface PanelsProps extends Pick<QuotationDrawerProps, 'onAction'> {
  id: number | null;
  quotation: Quotation | null;
  tab: string;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onChange: (changes: Record<string, string | null>) => void;
}

function Panels({ id, quotation, tab, day, onChange, onAction }: PanelsProps) {
  if (id === null) return null;
  const details = (
    <QuotationDetailsPanel
      id={id}
      quotation={quotation}
      day={day}
      onDay={(asof) => onChange({ asof })}
      onAction={onAction}
    />
  );
  return (
    <RecordTabs
      id={`quotation-${id}`}
      tabs={[
        { id: 'details', title: 'Details', panel: details },
        { id: 'history', title: 'History', panel: <QuotationHistoryPanel id={id} /> },
      ]}
      tab={tab}
      onTab={(next) => onChange({ tab: next })}
    />
  );
}
