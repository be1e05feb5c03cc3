import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { wordsOf } from '../../records/policies/policyLabels';
import { rarePart } from '../../ui/lazyPart';
import { idIn } from '../../ui/list/addressValues';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { useAddress } from '../../ui/useAddress';
import { CancelForm } from './changes/CancelForm';
import { EndorseForm } from './changes/EndorseForm';
import { PayForm } from './changes/PayForm';
import { ReinstateForm } from './changes/ReinstateForm';
import { RenewForm } from './changes/RenewForm';
import { TakeBackForm } from './changes/TakeBackForm';
import { PolicyForm } from './PolicyForm';
import type { Policy } from './policy';

const CHANGES = {
  renew: { verb: 'Renew', Form: RenewForm },
  endorse: { verb: 'Endorse', Form: EndorseForm },
  cancel: { verb: 'Cancel', Form: CancelForm },
  reinstate: { verb: 'Reinstate', Form: ReinstateForm },
  pay: { verb: 'Mark Premium as Paid:', Form: PayForm },
  take_back: { verb: 'Take Back Payment:', Form: TakeBackForm },
} as const;

/** It brings the reader of PDFs. */
const ScheduleForm = rarePart(
  () => import('./schedule/ScheduleForm'),
  <SkeletonRows height={56} what="the schedule" />,
);

const isChange = (change: string | null): change is keyof typeof CHANGES =>
  change !== null && Object.hasOwn(CHANGES, change);

interface PolicyDialogProps extends Omit<EditDialogProps<Policy>, 'children'> {
  kind: PolicyKind;
  /** For whom one is added, when that is known. */
  customerId: number | null;
}

/** What cannot be understood in an address is an edit; a policy of the other kind is none here. */
export default function PolicyDialog({ kind, customerId, ...dialog }: PolicyDialogProps) {
  const scheduleId = idIn(useAddress().params, 'schedule');
  const change = dialog.id !== null && isChange(dialog.change) ? CHANGES[dialog.change] : null;
  return (
    <EditDialog
      {...dialog}
      title={change ? `${change.verb} ${wordsOf(kind).titled}` : undefined}
      includes={(policy) => policy.kind === kind}
    >
      {(policy, ends) =>
        policy && change ? (
          <change.Form policy={policy} {...ends} />
        ) : !policy && scheduleId !== null ? (
          <ScheduleForm kind={kind} documentId={scheduleId} {...ends} />
        ) : (
          <PolicyForm kind={kind} base={policy} customerId={policy ? null : customerId} {...ends} />
        )
      }
    </EditDialog>
  );
}
