import type { TaskRecord } from '@insuremanager/contracts/tasks/taskKinds';
import { operation, useGatewayQuery } from '../../data/operation';
import { PolicyDetailsDocument, type PolicyDetailsQuery } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import type { RecordKind } from '../addresses';
import { RecordLink } from '../RecordLink';

interface TaskAboutProps {
  task: { onRecord: TaskRecord | null; onId: number | null };
}

/** The record that a task is about; opens it. */
export function TaskAbout({ task: { onRecord, onId } }: TaskAboutProps) {
  const isPolicy = onRecord === 'policy';
  const { data } = useGatewayQuery<PolicyDetailsQuery>(
    operation(PolicyDetailsDocument, { id: onId ?? 0 }),
    { skip: !isPolicy },
  );
  if (!onRecord || onId === null) return null;
  const words = `${labelOf(onRecord)} ${data?.record?.policyNumber ?? onId}`;
  // Policies of two kinds open in two places.
  const kind: RecordKind | undefined = onRecord === 'policy' ? data?.record?.kind : onRecord;
  return kind ? <RecordLink record={{ kind, id: onId }}>{words}</RecordLink> : <span>{words}</span>;
}
