import { LANGUAGE_LABELS, LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { formOf } from '@insuremanager/contracts/fields/fields';
import {
  NOTICE_PARTS,
  noticeFieldOf,
  noticeFields,
  PrivacyNoticeInput,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { operation } from '../../data/operation';
import {
  type PrivacyNoticesQuery,
  PublishPrivacyNoticeDocument,
} from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { useToast } from '../../ui/toaster/Toaster';

const GROUPS = LANGUAGES.map((language) => ({
  heading: LANGUAGE_LABELS[language],
  fields: NOTICE_PARTS.map((part) => noticeFieldOf(language, part)),
}));

interface NoticeDialogProps {
  newest: PrivacyNoticesQuery['privacyNotices'][number];
  onPublished: () => void;
  onClose: () => void;
}

/** The next version of the privacy notice, which begins with the words of the newest. */
export default function NoticeDialog({ newest, onPublished, onClose }: NoticeDialogProps) {
  const showToast = useToast();
  return (
    <CommandDialog
      title="New Version of the Privacy Notice"
      submitLabel="Publish"
      keyHint="Ctrl+Enter publishes"
      fields={noticeFields}
      initial={formOf(noticeFields, newest)}
      groups={GROUPS}
      schema={PrivacyNoticeInput}
      toSend={(input, commandId) =>
        operation(PublishPrivacyNoticeDocument, { input, basedOn: newest.version, commandId })
      }
      failed="Failed to publish the notice. Please try again."
      onSaved={({ publishPrivacyNotice: { version } }) => {
        showToast({
          title: 'Notice Published',
          description: `Version ${version} is shown from now on.`,
        });
        onPublished();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
