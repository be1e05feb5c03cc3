import { LANGUAGE_LABELS, LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { formOf } from '@insuremanager/contracts/fields/fields';
import {
  NOTICE_PARTS,
  noticeFieldOf,
  noticeFields,
  PrivacyNoticeInput,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { useEffect, useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  type PrivacyNoticesQuery,
  PublishPrivacyNoticeDocument,
} from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { FieldGroups } from '../../records/FormFields';
import { FormFrame } from '../../ui/record/FormFrame';
import type { FormValues } from '../../ui/record/fieldsForm';
import { type MarkUnsaved, RecordDialog } from '../../ui/record/RecordDialog';
import { useValidatedForm } from '../../ui/record/useRecordForm';
import { useToast } from '../../ui/toaster/Toaster';

type Values = FormValues<typeof noticeFields>;

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
export default function NoticeDialog(props: NoticeDialogProps) {
  return (
    <RecordDialog title="New Version of the Privacy Notice" onClose={props.onClose}>
      {(markUnsaved) => <NoticeForm {...props} markUnsaved={markUnsaved} />}
    </RecordDialog>
  );
}

function NoticeForm(props: NoticeDialogProps & { markUnsaved: MarkUnsaved }) {
  const { newest, onPublished, onClose, markUnsaved } = props;
  const send = useCommands();
  const showToast = useToast();
  const form = useValidatedForm<Values>(formOf(noticeFields, newest), PrivacyNoticeInput);
  const { isDirty } = form.formState;
  useEffect(() => markUnsaved(isDirty), [markUnsaved, isDirty]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const publish = async (input: Values) => {
    if (isBusy) return;
    setBusy(true);
    const answer = await send(
      (commandId) =>
        operation(PublishPrivacyNoticeDocument, { input, basedOn: newest.version, commandId }),
      { content: JSON.stringify(input) },
    );
    setBusy(false);
    if (answer.failure) {
      setFailure(sentenceFor(answer.failure, 'Failed to publish the notice. Please try again.'));
      return;
    }
    const { version } = answer.data.publishPrivacyNotice;
    showToast({
      title: 'Notice Published',
      description: `Version ${version} is shown from now on.`,
    });
    onPublished();
    onClose();
  };
  return (
    <FormFrame
      label="New Version of the Privacy Notice"
      message={failure === null ? null : { text: failure }}
      keyHint="Ctrl+Enter publishes"
      closeLabel="Cancel"
      submitLabel="Publish"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void form.handleSubmit(publish)()}
    >
      <FieldGroups
        form={form}
        fields={noticeFields}
        groups={GROUPS}
        warnsAtOnce={false}
        autoFocus="enData"
      />
    </FormFrame>
  );
}
