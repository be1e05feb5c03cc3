import { useApolloClient } from '@apollo/client/react';
import { useGatewayQuery } from '../../data/operation';
import { REMIND } from '../../records/reminders/remind';
import { rareDialog } from '../../ui/lazyDialog';
import { idIn } from '../../ui/list/addressValues';
import { forgetFields } from '../../ui/record/recordType';
import { useDeleteRecord } from '../../ui/record/useDeleteRecord';
import { useAddress } from '../../ui/useAddress';
import { PolicyPanel } from './PolicyDrawer';
import { POLICY, type Policy } from './policy';
import type { PolicyAction } from './policyActions';

const PolicyDialog = rareDialog(() => import('./PolicyDialog'));

interface DuePolicyPanelProps {
  /** Of a policy of either kind; null: closed. */
  id: number | null;
  onClose: () => void;
  /** Brings the list up to date. */
  onChanged: (id?: number) => Promise<void>;
}

/** A policy beside the renewals that are due, with all that can be done with it on its own screen. */
export default function DuePolicyPanel({ id, onClose, onChanged }: DuePolicyPanelProps) {
  const { cache } = useApolloClient();
  const { params, open, close } = useAddress();
  const { data } = useGatewayQuery(POLICY.health.details(id ?? 0), { skip: id === null });
  const kind = data?.record?.kind ?? 'health';
  const type = POLICY[kind];
  const changed = async (changedId?: number) => {
    forgetFields(cache, type.invalidates);
    await onChanged(changedId);
  };
  const remove = useDeleteRecord(type, (deleted) => {
    onClose();
    return changed(deleted);
  });
  const act = (action: PolicyAction, policy: Policy) => {
    if (action === 'delete') return void remove(policy);
    if (action === 'remind') return open({ [REMIND]: String(policy.id) });
    open({ edit: String(policy.id), change: action === 'edit' ? null : action });
  };
  const edited = idIn(params, 'edit');
  return (
    <>
      <PolicyPanel kind={kind} id={id} onClose={onClose} onAction={act} />
      {edited !== null && data?.record && (
        <PolicyDialog
          {...{ type, kind, id: edited, customerId: null, change: params.get('change') }}
          onSaved={changed}
          onClose={() => close('edit', 'change')}
        />
      )}
    </>
  );
}
