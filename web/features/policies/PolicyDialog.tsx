import { useQuery } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { ReactNode } from 'react';
import { PolicyDetailsDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { wordsOf } from '../../ui/policies/policyWords';
import { EditLoader } from '../../ui/record/EditLoader';
import { RecordDialog } from '../../ui/record/RecordDialog';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { CancelForm } from './changes/CancelForm';
import { EndorseForm } from './changes/EndorseForm';
import { ReinstateForm } from './changes/ReinstateForm';
import { RenewForm } from './changes/RenewForm';
import { PolicyForm } from './PolicyForm';
import type { Policy } from './policy';
import { POLICY_LISTS } from './policyListDesign';

interface PolicyDialogProps extends Omit<FormEnds, 'noteUnsaved'> {
  kind: PolicyKind;
  /** The policy to change; null adds one. */
  id: number | null;
  /** What is to be done with it. */
  change: PolicyChange;
  /** For whom one is added, when that is known. */
  holderId: number | null;
}

const FORMS = {
  renew: { verb: 'Renew', Form: RenewForm },
  endorse: { verb: 'Endorse', Form: EndorseForm },
  cancel: { verb: 'Cancel', Form: CancelForm },
  reinstate: { verb: 'Reinstate', Form: ReinstateForm },
} as const;

/** What a dialog can do with a policy; what cannot be understood in an address is an edit. */
export type PolicyChange = 'edit' | keyof typeof FORMS;
export const changeIn = (params: URLSearchParams): PolicyChange =>
  (Object.keys(FORMS) as (keyof typeof FORMS)[]).find((one) => one === params.get('change')) ??
  'edit';

const titleOf = ({ kind, id, change }: PolicyDialogProps): string => {
  if (id === null) return POLICY_LISTS[kind].addLabel;
  return `${change === 'edit' ? 'Edit' : FORMS[change].verb} ${wordsOf(kind).titled}`;
};

/** The dialog in which a policy is added or changed. */
export function PolicyDialog(props: PolicyDialogProps) {
  const { kind, id, change, holderId, onSaved, onClose } = props;
  return (
    <RecordDialog title={titleOf(props)} onClose={onClose}>
      {(noteUnsaved) => {
        const ends = { onSaved, onClose, noteUnsaved };
        if (id === null) {
          return <PolicyForm kind={kind} base={null} holderId={holderId} {...ends} />;
        }
        return (
          <LoadedPolicy id={id} kind={kind}>
            {(policy) => {
              if (change === 'edit') return <PolicyForm kind={kind} base={policy} {...ends} />;
              const { Form } = FORMS[change];
              return <Form policy={policy} {...ends} />;
            }}
          </LoadedPolicy>
        );
      }}
    </RecordDialog>
  );
}

interface LoadedPolicyProps {
  id: number;
  kind: PolicyKind;
  children: (policy: Policy) => ReactNode;
}

/** What a form about a policy begins with. A policy of the other kind is none here. */
function LoadedPolicy({ id, kind, children }: LoadedPolicyProps) {
  const { data, error, refetch } = useQuery(PolicyDetailsDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  const record = data?.policy?.kind === kind ? data.policy : data && null;
  return (
    <EditLoader one="policy" record={record} error={error} onRetry={refetch}>
      {children}
    </EditLoader>
  );
}
