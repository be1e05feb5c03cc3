import { useApolloClient } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import {
  CONSENT_FIELDS,
  ConsentInput,
  consentInputFields,
} from '@insuremanager/contracts/customers/consentFields';
import type { Language } from '@insuremanager/contracts/customers/customerFields';
import { emptyFormOf } from '@insuremanager/contracts/fields/fields';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useWatch } from 'react-hook-form';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CustomerConsentsDocument,
  PrivacyNoticesDocument,
  RecordConsentDocument,
} from '../../data/operations.generated';
import { FormFrame } from '../../ui/record/FormFrame';
import { type MarkUnsaved, RecordDialog } from '../../ui/record/RecordDialog';
import { useCommandForm } from '../../ui/record/useCommandForm';
import { useToast } from '../../ui/toaster/Toaster';
import { FieldGroups } from '../FormFields';
import { NoticeText, printNotice } from './NoticeText';

/** The same fields, where a choice that is left open changes nothing. */
const FIELDS = {
  ...consentInputFields,
  ...Object.fromEntries(
    CONSENT_FIELDS.map((name) => [name, { ...consentInputFields[name], none: 'No change' }]),
  ),
};
const GROUPS = [
  { heading: 'Choices', fields: CONSENT_FIELDS },
  { heading: 'How it was told', fields: ['consentHow', 'consentGivenOn', 'noticeLanguage'] },
] as const;

interface RecordConsentDialogProps {
  customerId: number;
  onClose: () => void;
}

/** Records what a customer agrees to or withdraws, with the notice that is shown to them. */
export default function RecordConsentDialog(props: RecordConsentDialogProps) {
  return (
    <RecordDialog title="Record Consent" onClose={props.onClose}>
      {(markUnsaved) => <ConsentForm {...props} markUnsaved={markUnsaved} />}
    </RecordDialog>
  );
}

function ConsentForm({
  customerId,
  ...ends
}: RecordConsentDialogProps & { markUnsaved: MarkUnsaved }) {
  const client = useApolloClient();
  const showToast = useToast();
  const { data } = useGatewayQuery(operation(PrivacyNoticesDocument, {}), {
    fetchPolicy: 'network-only',
  });
  const notice = data?.privacyNotices[0];
  const { form, frame } = useCommandForm({
    ...ends,
    initial: {
      ...emptyFormOf(consentInputFields),
      consentHow: 'in_person',
      consentGivenOn: formatDay(kolkataDay(new Date())),
    },
    schema: ConsentInput,
    toSend: (input, commandId) => {
      const noticeVersion = language && notice ? String(notice.version) : null;
      return operation(RecordConsentDocument, {
        ...{ customerId, input: { ...input, noticeVersion }, commandId },
      });
    },
    failed: 'Failed to record the consent. Please try again.',
    onSaved: () => {
      showToast({ title: 'Consent Recorded', description: 'It counts from now on.' });
      ends.onClose();
      const shown = operation(CustomerConsentsDocument, { customerId });
      void client.query({ ...shown, fetchPolicy: 'network-only' });
    },
  });
  const language = useWatch({ control: form.control, name: 'noticeLanguage' }) as Language | '';
  const chooseAll = (choice: 'given' | 'withdrawn') => {
    for (const name of CONSENT_FIELDS) form.setValue(name, choice, { shouldDirty: true });
  };
  return (
    <FormFrame {...frame} label="Record Consent" keyHint="Ctrl+Enter records" submitLabel="Record">
      <FieldGroups
        form={form}
        fields={FIELDS}
        groups={GROUPS}
        warnsAtOnce
        autoFocus="reminderEmailConsent"
        groupEnds={{
          Choices: (
            <div className="consents-head">
              <Button size="small" onClick={() => chooseAll('given')}>
                Give All
              </Button>
              <Button size="small" onClick={() => chooseAll('withdrawn')}>
                Withdraw All
              </Button>
            </div>
          ),
        }}
      />
      {language && notice && (
        <div className="notice-shown">
          <Button size="small" icon={<Print />} className="notice-print" onClick={printNotice}>
            Print Notice
          </Button>
          <NoticeText notice={notice} language={language} />
        </div>
      )}
    </FormFrame>
  );
}
