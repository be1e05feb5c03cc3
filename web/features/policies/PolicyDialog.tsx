import { useQuery } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyDetailsDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { wordsOf } from '../../ui/policies/policyWords';
import { EditLoader } from '../../ui/record/EditLoader';
import { RecordDialog } from '../../ui/record/RecordDialog';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { PolicyForm } from './PolicyForm';
import type { Policy } from './policy';
import { POLICY_LISTS } from './policyListDesign';

interface PolicyDialogProps extends Omit<FormEnds, 'noteUnsaved'> {
  kind: PolicyKind;
  /** The policy to edit; null adds one. */
  id: number | null;
  /** For whom one is added, when that is known. */
  holderId: number | null;
}

export const PolicyDialog = ({ kind, id, holderId, ...ends }: PolicyDialogProps) => (
  <RecordDialog
    title={id === null ? POLICY_LISTS[kind].addLabel : `Edit ${wordsOf(kind).titled}`}
    onClose={ends.onClose}
  >
    {(noteUnsaved) => {
      const all = { ...ends, noteUnsaved };
      if (id === null) return <PolicyForm kind={kind} base={null} holderId={holderId} {...all} />;
      return (
        <LoadedPolicy id={id} kind={kind}>
          {(base) => <PolicyForm kind={kind} base={base} {...all} />}
        </LoadedPolicy>
      );
    }}
  </RecordDialog>
);

interface LoadedPolicyProps {
  id: number;
  kind: PolicyKind;
  children: (policy: Policy) => React.ReactNode;
}

/** What a form about a policy begins with. A policy of the other kind is none here. */
export function LoadedPolicy({ id, kind, children }: LoadedPolicyProps) {
  const { data, error, refetch } = useQuery(PolicyDetailsDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  const record = data?.policy?.kind === kind ? data.policy : data && null;
  return (
    <EditLoader one="policy" record={record} error={error} onRetry={refetch}>
      {children}
    </EditLoader>
  );
}
