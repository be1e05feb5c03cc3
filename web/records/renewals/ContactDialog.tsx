import { Checkbox, TextArea } from '@blueprintjs/core';
import {
  FollowUpInput,
  followUpFields,
  pastFollowUp,
} from '@insuremanager/contracts/renewals/renewalInputs';
import { RENEWAL_COLUMN_LABELS } from '@insuremanager/contracts/renewals/renewalKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  MoveRenewalDocument,
  RenewalDocument,
  type RenewalQuery,
  SetRenewalFollowUpDocument,
} from '../../data/operations.generated';
import { type Failure, reasonOf } from '../../data/problems';
import { DayTextInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { formatInstant } from '../../ui/format';
import { FormFrame } from '../../ui/record/FormFrame';
import { Loaded } from '../../ui/record/Loaded';
import { type MarkUnsaved, RecordDialog } from '../../ui/record/RecordDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { useToday } from '../../ui/useToday';
import { useFindRenewal } from './useFindRenewal';

type Card = Omit<NonNullable<RenewalQuery['renewal']>, 'customer'>;

interface ContactDialogProps {
  /** Of the term. */
  id: number;
  onSaved: () => void;
  onClose: () => void;
}

/** What came of a talk about a renewal: a note, and the day of the next one. */
export default function ContactDialog({ id, ...ends }: ContactDialogProps) {
  return (
    <RecordDialog title="Contacted?" onClose={ends.onClose}>
      {(markUnsaved) => (
        <Loaded
          query={operation(RenewalDocument, { termId: id })}
          fetchPolicy="network-only"
          what="the renewal"
          rowHeight={56}
        >
          {({ renewal }) =>
            renewal ? (
              <ContactForm opened={renewal} {...{ markUnsaved, ...ends }} />
            ) : (
              <p className="record-form-fields">This policy is no longer due for renewal.</p>
            )
          }
        </Loaded>
      )}
    </RecordDialog>
  );
}

interface ContactFormProps extends Omit<ContactDialogProps, 'id'> {
  opened: NonNullable<RenewalQuery['renewal']>;
  markUnsaved: MarkUnsaved;
}

const FAILED = 'Failed to save. Please try again.';

function ContactForm({ opened, markUnsaved, onSaved, onClose }: ContactFormProps) {
  const showToast = useToast();
  const send = useCommands();
  const find = useFindRenewal();
  const today = useToday();
  /** As it is since the talk was recorded, or since somebody else was faster. */
  const [card, setCard] = useState<Card>(opened);
  const [isContacted, setContacted] = useState(opened.column === 'due');
  const [note, setNote] = useState(noteOf(opened));
  const [day, setDay] = useState(dayOf(opened));
  const [errors, setErrors] = useState<Readonly<Record<string, string[] | undefined>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnsaved = note !== noteOf(card) || day !== dayOf(card);
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);

  const fail = async (failed: Failure) => {
    const now = failed.code === 'STALE_VERSION' ? await find(card.termId) : null;
    setBusy(false);
    if (now === null) return setFailure(reasonOf(failed) ?? FAILED);
    // What was typed stays.
    if (note === noteOf(card)) setNote(noteOf(now));
    if (day === dayOf(card)) setDay(dayOf(now));
    setCard(now);
    setFailure(
      `Someone else changed ${now.policyNumber}. It is in ${RENEWAL_COLUMN_LABELS[now.column]} now. Save again to confirm.`,
    );
  };
  const save = async () => {
    const parsed = FollowUpInput.safeParse({ followUpOn: day, note });
    setErrors(parsed.error?.flatten().fieldErrors ?? {});
    if (isBusy || !parsed.success) return;
    const { followUpOn = null } = parsed.data;
    const past = followUpOn === card.followUpOn ? undefined : pastFollowUp(followUpOn, today);
    if (past !== undefined) return setErrors({ followUpOn: [past] });
    setBusy(true);
    setFailure(null);
    const { termId } = card;
    let { version: expectedVersion } = card;
    if (isContacted && !card.isContacted) {
      const moved = await send(
        (commandId) =>
          operation(MoveRenewalDocument, { termId, to: 'contacted', expectedVersion, commandId }),
        { subject: 'contacted' },
      );
      if (moved.failure) return fail(moved.failure);
      const { renewal } = moved.data.saved;
      setCard(renewal);
      // It holds, whatever becomes of the rest.
      onSaved();
      expectedVersion = renewal.version;
    }
    const input = parsed.data;
    const noted = await send(
      (commandId) =>
        operation(SetRenewalFollowUpDocument, { termId, input, expectedVersion, commandId }),
      { subject: 'follow-up', content: JSON.stringify(input) },
    );
    if (noted.failure) return fail(noted.failure);
    markUnsaved(false);
    showToast({ title: 'Renewal Updated', description: saidOf(noted.data.saved.renewal) });
    onSaved();
    onClose();
  };
  return (
    <FormFrame
      message={failure === null ? null : { text: failure }}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel="Save"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <fieldset>
        <legend>
          {opened.customer?.name ?? 'Deleted customer'}, {card.policyNumber}
        </legend>
        {card.contactedAt ? (
          <p className="muted">Contacted {formatInstant(card.contactedAt)}</p>
        ) : (
          <Checkbox
            label="Contacted"
            checked={isContacted}
            onChange={({ currentTarget: { checked } }) => setContacted(checked)}
          />
        )}
        <FormField label={followUpFields.note.label} error={errors.note?.[0]}>
          {({ intent: _intent, ...field }) => (
            <TextArea
              {...field}
              dir="auto"
              value={note}
              maxLength={followUpFields.note.limit}
              fill
              autoFocus
              onChange={({ currentTarget: { value } }) => setNote(value)}
            />
          )}
        </FormField>
        <FormField
          label="Call back on"
          hint="You are reminded that day. Leave empty for no call"
          error={errors.followUpOn?.[0]}
        >
          {(field) => <DayTextInput {...field} text={day} onChange={setDay} />}
        </FormField>
      </fieldset>
    </FormFrame>
  );
}

const noteOf = ({ note }: Card): string => note ?? '';
const dayOf = ({ followUpOn }: Card): string => (followUpOn ? formatDay(followUpOn) : '');

const saidOf = ({ policyNumber, followUpOn }: Pick<Card, 'policyNumber' | 'followUpOn'>): string =>
  followUpOn
    ? `${policyNumber}: call back on ${formatDay(followUpOn)}.`
    : `${policyNumber}: saved.`;
