import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { useState } from 'react';
import { useAllowed } from '../../ui/allowed';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { KycOffer } from './KycOffer';
import { ScheduleOffer } from './ScheduleOffer';
import { mayBeSchedule } from './schedule';
import { UploadForm } from './UploadForm';
import type { FixedTarget } from './uploadFormTarget';

interface UploadDialogProps {
  /** The customer or policy from whose drawer it was opened. */
  fixed?: FixedTarget;
  /** Files that were dropped to open it. */
  dropped: readonly File[];
  /** Brings the screen up to date. */
  onStored: (documents: readonly DocumentView[]) => void;
  /** The KYC status of the customer has been set; offered only with this. */
  onKycSet?: (customerId: number) => void;
  onClose: () => void;
}

const UNSAVED = {
  question: 'Stop uploading?',
  text: 'Files not yet uploaded will be skipped.',
  keep: 'Keep uploading',
  discard: 'Skip them',
};

/** The dialog in which files are uploaded, as long as the address says `upload`. */
export function UploadDialog({ onKycSet, ...props }: UploadDialogProps) {
  const [offered, setOffered] = useState<DocumentView | null>(null);
  const canAddPolicy = useAllowed('policies.write');
  const title = offered?.documentType === 'kyc' ? 'Set KYC Status' : 'Fill In a Policy';
  const done = (documents: readonly DocumentView[]) => {
    const kyc = documents.findLast(({ documentType }) => documentType === 'kyc');
    const [only, ...others] = documents;
    const isSchedule = only && others.length === 0 && canAddPolicy && mayBeSchedule(only);
    if (kyc && onKycSet) setOffered(kyc);
    else if (isSchedule) setOffered(only);
    else props.onClose();
  };
  return (
    <RecordDialog
      title={offered ? title : 'Upload Document'}
      unsavedTexts={UNSAVED}
      onClose={props.onClose}
    >
      {(markUnsaved) =>
        offered?.documentType === 'kyc' && onKycSet ? (
          <KycOffer document={offered} onSet={onKycSet} onClose={props.onClose} />
        ) : offered ? (
          <ScheduleOffer document={offered} isNew onClose={props.onClose} />
        ) : (
          <UploadForm
            fixed={props.fixed}
            dropped={props.dropped}
            markUnsaved={markUnsaved}
            onStored={props.onStored}
            onDone={done}
            onClose={props.onClose}
          />
        )
      }
    </RecordDialog>
  );
}
