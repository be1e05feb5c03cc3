import { Button, Intent } from '@blueprintjs/core';
import { Edit, Repeat } from '@blueprintjs/icons';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useGatewayQuery } from '../../data/operation';
import { addressOfRecord } from '../../records/addresses';
import { ClaimsPanel } from '../../records/claims/ClaimsPanel';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { DocumentsPanel } from '../../records/documents/DocumentsPanel';
import { PolicyBadges } from '../../records/policies/PolicyBadges';
import { formatDecimal } from '../../records/policies/Premium';
import { daysLeft } from '../../records/policies/policyStatus';
import { VehicleTypeIcon } from '../../records/policies/VehicleTypeIcon';
import { Contact } from '../../records/renewals/Contact';
import { TasksPanel } from '../../records/tasks/TasksPanel';
import { useAllowed, useAllowedOf } from '../../ui/allowed';
import { labelOf } from '../../ui/labels';
import { lazyPart } from '../../ui/lazyPart';
import { MoreActions } from '../../ui/list/RowMenu';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { PolicyActions } from './PolicyActions';
import { PolicyDetails } from './PolicyDetails';
import { PolicyPhone } from './PolicyPhone';
import { PolicyTerms } from './PolicyTerms';
import { POLICY, type Policy } from './policy';
import { actionsFor, nextStepOf, POLICY_NEEDS, type PolicyAction } from './policyActions';

const InstalmentsPanel = lazyPart(
  async () => ({ default: (await import('./InstalmentsPanel')).InstalmentsPanel }),
  <SkeletonRows height={56} what="the premiums" />,
);

const InsuredPanel = lazyPart(
  async () => ({ default: (await import('./InsuredPanel')).InsuredPanel }),
  <SkeletonRows height={44} what="the insured members" />,
);

interface PolicyDrawerProps extends DrawerProps<Policy, PolicyAction> {
  kind: PolicyKind;
}

/** A policy beside the list of its kind, with what is asked after a call. */
export default function PolicyDrawer(props: PolicyDrawerProps) {
  useOtherScreen(props.kind, props.id);
  return (
    <>
      <PolicyPanel {...props} />
      <Contact />
    </>
  );
}

/** A policy beside the list: the details, its terms, and everything that ever happened to it. */
export function PolicyPanel({ kind, id, onClose, onAction }: PolicyDrawerProps) {
  const canSeeDocuments = useAllowed('documents.read');
  const canUpload = useAllowed('documents.write');
  const canClaim = useAllowed('claims.write');
  const canNote = useAllowed('tasks.write');
  return (
    <RecordDrawer
      type={POLICY[kind]}
      id={id}
      onClose={onClose}
      subtitle={(policy) => <Head policy={policy} />}
      avatar={({ vehicleType }) => vehicleType && <VehicleTypeIcon type={vehicleType} size={20} />}
      actions={(policy) => <Actions policy={policy} onAction={onAction} />}
      details={(policy) => <PolicyDetails policy={policy} />}
      tabs={(id, policy) => {
        const terms = { id: 'terms', title: 'Terms', panel: <PolicyTerms id={id} kind={kind} /> };
        const claims = <ClaimsPanel of={{ policyId: id }} canAdd={policy !== null && canClaim} />;
        const notes = (
          <TasksPanel
            of={{ record: 'policy', id }}
            canAdd={policy !== null && canNote}
            isGone={policy === null}
          />
        );
        const premiums = policy !== null && policy.instalments > 0 && (
          <InstalmentsPanel policy={policy} onAction={onAction} />
        );
        const insured = policy?.kind === 'health' && <InsuredPanel policy={policy} />;
        const ofTerm = [
          ...(insured ? [{ id: 'insured', title: 'Insured', panel: insured }] : []),
          ...(premiums ? [{ id: 'premiums', title: 'Premiums', panel: premiums }] : []),
          terms,
          { id: 'claims', title: 'Claims', panel: claims },
          { id: 'notes', title: 'Notes', panel: notes },
        ];
        if (!policy || !canSeeDocuments) return ofTerm;
        const panel = <PolicyDocuments policy={policy} canUpload={canUpload} />;
        return [...ofTerm, { id: 'documents', title: 'Documents', panel }];
      }}
    />
  );
}

/** A policy of the other kind is shown where its kind is. */
function useOtherScreen(kind: PolicyKind, id: number | null): void {
  const navigate = useNavigate();
  const { data } = useGatewayQuery(POLICY[kind].details(id ?? 0), { skip: id === null });
  const policy = data?.record;
  const place = policy && policy.kind !== kind ? addressOfRecord(policy) : null;
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true });
  }, [place, navigate]);
}

/** How it stands, whose it is, how much, how long. */
const Head = ({ policy }: { policy: Policy }) => (
  <>
    <PolicyBadges policy={policy} />
    <HeadFacts
      facts={[
        <CustomerLink key="customer" customer={policy.customer} />,
        policy.customer && <PolicyPhone key="phone" policy={policy} />,
        `${formatDecimal(policy.premiumAmount)} ${labelOf(policy.premiumFrequency).toLowerCase()}`,
        daysLeft(policy),
      ]}
    />
  </>
);

function Actions({ policy, onAction }: Pick<PolicyDrawerProps, 'onAction'> & { policy: Policy }) {
  const may = useAllowedOf(POLICY_NEEDS);
  const next = nextStepOf(policy);
  const inHead: PolicyAction[] = ['view', 'edit', ...(next ? [next] : [])];
  const hasMore = actionsFor(policy).some((action) => !inHead.includes(action) && may(action));
  return (
    <>
      {next === 'renew' && may('renew') && (
        <Button intent={Intent.PRIMARY} icon={<Repeat />} onClick={() => onAction('renew', policy)}>
          Renew
        </Button>
      )}
      {may('edit') && (
        <Button icon={<Edit />} onClick={() => onAction('edit', policy)}>
          Edit
        </Button>
      )}
      {hasMore && (
        <MoreActions of={policy.policyNumber}>
          <PolicyActions policy={policy} without={inHead} onAction={onAction} />
        </MoreActions>
      )}
    </>
  );
}

/** The documents of a policy, of the term that is open. */
const PolicyDocuments = ({ policy, canUpload }: { policy: Policy; canUpload: boolean }) => {
  const { id, kind, policyNumber, customerId, customer } = policy;
  return (
    <DocumentsPanel
      of={{
        customer: { id: customerId, name: customer?.name ?? 'Deleted customer' },
        policy: { id, kind, policyNumber },
      }}
      canAdd={canUpload && customer !== null}
    />
  );
};
