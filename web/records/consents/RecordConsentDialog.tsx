import { useApolloClient } from '@apollo/client/react';
import { Button, Dialog } from '@blueprintjs/core';
import { Print } from '@blueprintjs/icons';
import {
  CONSENT_FIELDS,
  ConsentInput,
  consentInputFields,
} from '@insuremanager/contracts/customers/consentFields';
import type { Language } from '@insuremanager/contracts/customers/customerFields';
import { emptyFormOf } from '@insuremanager/contracts/fields/fields';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useCommands } from '../../data/commands';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CustomerConsentsDocument,
  PrivacyNoticesDocument,
  RecordConsentDocument,
} from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { FormFrame } from '../../ui/record/FormFrame';
import { type FormValues, wireValues } from '../../ui/record/fieldsForm';
import { useValidatedForm } from '../../ui/record/useRecordForm';
import { useToast } from '../../ui/toaster/Toaster';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { FieldGroups } from '../FormFields';
import { NoticeText, printNotice } from './NoticeText';
import '../../ui/record/RecordDialog.css';

type Values = FormValues<typeof consentInputFields>;

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
export default function RecordConsentDialog({ customerId, onClose }: RecordConsentDialogProps) {
  useReturnFocus();
  const client = useApolloClient();
  const send = useCommands();
  const showToast = useToast();
  const { data } = useGatewayQuery(operation(PrivacyNoticesDocument, {}), {
    fetchPolicy: 'network-only',
  });
  const notice = data?.privacyNotices[0];
  const form = useValidatedForm<Values>(
    {
      ...emptyFormOf(consentInputFields),
      consentHow: 'in_person',
      consentGivenOn: formatDay(kolkataDay(new Date())),
    },
    ConsentInput,
  );
  const language = useWatch({ control: form.control, name: 'noticeLanguage' }) as Language | '';
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const chooseAll = (choice: 'given' | 'withdrawn') => {
    for (const name of CONSENT_FIELDS) form.setValue(name, choice, { shouldDirty: true });
  };
  const save = async (values: Values) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const noticeVersion = language && notice ? `${notice.version}` : '';
    const input = wireValues(consentInputFields, { ...values, noticeVersion });
    const answer = await send(
      (commandId) => operation(RecordConsentDocument, { customerId, input, commandId }),
      { content: JSON.stringify(input) },
    );
    setBusy(false);
    if (answer.failure) {
      const named = answer.failure.problem?.fields ?? [];
      for (const { field, message } of named) form.setError(field as keyof Values, { message });
      if (named.length === 0) {
        setFailure(sentenceFor(answer.failure, 'Failed to record the consent. Please try again.'));
      }
      return;
    }
    showToast({ title: 'Consent Recorded', description: 'It counts from now on.' });
    onClose();
    const shown = operation(CustomerConsentsDocument, { customerId });
    void client.query({ ...shown, fetchPolicy: 'network-only' });
  };
  return (
    <Dialog isOpen title="Record Consent" onClose={onClose} className="record-dialog">
      <FormFrame
        label="Record Consent"
        message={failure === null ? null : { text: failure }}
        keyHint="Ctrl+Enter records"
        closeLabel="Cancel"
        submitLabel="Record"
        isBusy={isBusy}
        onClose={onClose}
        onSubmit={() => void form.handleSubmit(save)()}
      >
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
    </Dialog>
  );
}
