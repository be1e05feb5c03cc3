import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Edit, More } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { addressOfRecord } from '../../app/records';
import { PolicyDetailsDocument, PolicyHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { ActionMenu } from '../../ui/ActionMenu';
import { Drawer } from '../../ui/Drawer';
import { Flyout } from '../../ui/Flyout';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { VehicleTypeIcon } from '../../ui/policies/VehicleTypeIcon';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { RecordTabs } from '../../ui/record/RecordTabs';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { PolicyDetailsPanel } from './PolicyDetailsPanel';
import { PolicyDocumentsPanel } from './PolicyDocumentsPanel';
import { PolicyHistoryPanel } from './PolicyHistoryPanel';
import { PolicyActions } from './PolicyRowMenu';
import { PolicyTerms } from './PolicyTerms';
import type { Policy } from './policy';
import type { PolicyAction } from './policyActions';

interface PolicyDrawerProps {
  kind: PolicyKind;
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onAction: (action: PolicyAction, policy: Policy) => void;
}

/** A policy beside the list: the details, its terms, and everything that ever happened to it. */
export function PolicyDrawer({ kind, id, onClose, onAction }: PolicyDrawerProps) {
  const { params, change } = useAddress();
  const { data, error, refetch, loading } = useQuery(PolicyDetailsDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  useRetryAfterSignIn(error, refetch);
  useOtherScreen(id === null ? null : (data?.policy ?? null), kind);
  const former = useFormerPolicy(data?.policy === null ? id : null, kind);
  const asof = params.get('asof') ?? '';
  const view = {
    id,
    policy: data?.policy,
    tab: params.get('tab') ?? (data?.policy === null ? 'history' : 'details'),
    day: isDay(asof) ? asof : null,
  };
  // What was open stays as it was while the drawer slides out.
  const kept = useRef(view);
  if (id !== null) kept.current = view;
  const { policy, ...panels } = kept.current;

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={policy?.policyNumber ?? former?.policyNumber ?? 'Policy'}
      subtitle={
        policy ? (
          <PolicyBadges policy={policy} />
        ) : (
          former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
        )
      }
      avatar={policy?.vehicleType && <VehicleTypeIcon type={policy.vehicleType} size={20} />}
      actions={policy && <Actions policy={policy} onAction={onAction} />}
    >
      {loading && !data && <SkeletonRows height={56} what="the policy" />}
      {error && <LoadFailure what="the policy" error={error} onRetry={refetch} />}
      {policy !== undefined && <Panels {...panels} kind={kind} policy={policy} onChange={change} />}
    </Drawer>
  );
}

/** A policy of the other kind is shown where its kind is. */
function useOtherScreen(policy: Policy | null, kind: PolicyKind): void {
  const navigate = useNavigate();
  const place = policy && policy.kind !== kind ? addressOfRecord(policy) : null;
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true });
  }, [place, navigate]);
}

/** Of one that is in no list: what the history still knows. `id` null: nothing is asked for. */
function useFormerPolicy(
  id: number | null,
  kind: PolicyKind,
): { policyNumber: string; isDeleted: boolean } | null {
  const { data } = useQuery(PolicyHistoryDocument, {
    variables: { id: id ?? 0, kind },
    skip: id === null,
  });
  if (!data) return null;
  const history = data.policyHistory.toSorted((a, b) => a.version - b.version);
  const numbers = history
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'policyNumber');
  return {
    policyNumber: numbers.findLast(({ after }) => after !== null)?.after ?? `Policy ${id}`,
    isDeleted: history.at(-1)?.type === 'PolicyTermDeleted',
  };
}

const Actions = ({
  policy,
  onAction,
}: Pick<PolicyDrawerProps, 'onAction'> & { policy: Policy }) => (
  <>
    <Button icon={<Edit />} onClick={() => onAction('edit', policy)}>
      Edit
    </Button>
    <Flyout
      placement="bottom-end"
      content={
        <ActionMenu label={`Actions for ${policy.policyNumber}`}>
          <PolicyActions policy={policy} without={['view', 'edit']} onAction={onAction} />
        </ActionMenu>
      }
    >
      <Button variant="minimal" icon={<More />} aria-label="More actions" />
    </Flyout>
  </>
);

interface PanelsProps {
  kind: PolicyKind;
  id: number | null;
  policy: Policy | null;
  tab: string;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onChange: (changes: Record<string, string | null>) => void;
}

function Panels({ kind, id, policy, tab, day, onChange }: PanelsProps) {
  if (id === null) return null;
  const details = (
    <PolicyDetailsPanel
      id={id}
      kind={kind}
      policy={policy}
      day={day}
      onDay={(asof) => onChange({ asof })}
    />
  );
  return (
    <RecordTabs
      id={`policy-${id}`}
      tabs={[
        { id: 'details', title: 'Details', panel: details },
        { id: 'terms', title: 'Terms', panel: <PolicyTerms id={id} kind={kind} /> },
        ...(policy
          ? [
              {
                id: 'documents',
                title: 'Documents',
                panel: <PolicyDocumentsPanel policy={policy} />,
              },
            ]
          : []),
        { id: 'history', title: 'History', panel: <PolicyHistoryPanel id={id} kind={kind} /> },
      ]}
      tab={tab}
      onTab={(next) => onChange({ tab: next })}
    />
  );
}
