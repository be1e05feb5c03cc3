import { Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { lossFields, pastFollowUp } from '@insuremanager/contracts/renewals/renewalInputs';
import {
  LOSS_REASON_LABELS,
  LOSS_REASONS,
  type LossReason,
} from '@insuremanager/contracts/renewals/renewalKinds';
import { formatDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactNode, useState } from 'react';
import { operation } from '../../data/operation';
import {
  AssignRenewalDocument,
  LoseRenewalDocument,
  SetRenewalFollowUpDocument,
} from '../../data/operations.generated';
import type { Owner } from '../../records/renewals/useOwners';
import { DayTextInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { usersToChoose } from '../../ui/labels';
import { FormFrame } from '../../ui/record/FormFrame';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { SelectField } from '../../ui/SelectField';
import type { RenewalCard } from './boardMoves';
import type { Board, ChangeCard } from './useRenewalBoard';

export interface CardDialogProps {
  card: RenewalCard;
  board: Board;
  /** After it was changed. */
  onSaved?: () => void;
  onClose: () => void;
}

interface CardFormProps extends CardDialogProps {
  title: string;
  submitLabel: string;
  /** Null: what is typed is not valid, and says so itself. */
  toSend: () => ChangeCard | null;
  isChanged: boolean;
  children: ReactNode;
}

/** A dialog that changes a card; where somebody was faster it says so, and can be saved again. */
function CardForm({ card: opened, board, onSaved, onClose, ...form }: CardFormProps) {
  const [card, setCard] = useState(opened);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <RecordDialog title={form.title} onClose={onClose}>
      {(markUnsaved) => {
        markUnsaved(form.isChanged);
        const submit = async () => {
          const toSend = form.toSend();
          if (isBusy || toSend === null) return;
          setBusy(true);
          const failed = await board.change(card, toSend);
          setBusy(false);
          if (failed === null) {
            markUnsaved(false);
            onSaved?.();
            return onClose();
          }
          // A sign-in lies over the dialog.
          if (failed.code === 'UNAUTHENTICATED') return;
          const { text, now } = await board.reasonOf(card, failed);
          if (now) setCard(now);
          setFailure(now ? `${text} Save again to confirm.` : text);
        };
        return (
          <FormFrame
            message={failure === null ? null : { text: failure }}
            keyHint="Ctrl+Enter saves"
            closeLabel="Cancel"
            submitLabel={form.submitLabel}
            isBusy={isBusy}
            onClose={onClose}
            onSubmit={() => void submit()}
          >
            <fieldset>
              <legend>
                {card.customer?.name ?? 'Deleted customer'}, {card.policyNumber}
              </legend>
              {form.children}
            </fieldset>
          </FormFrame>
        );
      }}
    </RecordDialog>
  );
}

/** Why a renewal is lost. */
export function LossDialog(props: CardDialogProps) {
  const { lossReason, lossNote, kind } = props.card;
  const reasons = LOSS_REASONS.filter((one) => kind === 'vehicle' || one !== 'sold_vehicle');
  const [reason, setReason] = useState<LossReason | null>(lossReason);
  const [note, setNote] = useState(lossNote ?? '');
  const [isMissing, setMissing] = useState(false);
  const toSend = (): ChangeCard | null => {
    setMissing(reason === null);
    if (reason === null) return null;
    return (target) => operation(LoseRenewalDocument, { ...target, input: { reason, note } });
  };
  return (
    <CardForm
      {...props}
      title="Why was it lost?"
      submitLabel="Mark as Lost"
      toSend={toSend}
      isChanged={reason !== lossReason || note !== (lossNote ?? '')}
    >
      <RadioGroup
        label="Reason"
        className="loss-reasons"
        selectedValue={reason ?? undefined}
        onChange={({ currentTarget: { value } }) => {
          setMissing(false);
          setReason(LOSS_REASONS.find((one) => one === value) ?? null);
        }}
      >
        {reasons.map((one, index) => (
          <Radio
            key={one}
            value={one}
            label={LOSS_REASON_LABELS[one]}
            autoFocus={index === Math.max(reasons.indexOf(lossReason ?? 'price'), 0)}
          />
        ))}
      </RadioGroup>
      {isMissing && (
        <p className="loss-missing" role="alert">
          Choose a reason
        </p>
      )}
      <FormField label={lossFields.note.label}>
        {({ intent: _intent, ...field }) => (
          <TextArea
            {...field}
            dir="auto"
            value={note}
            maxLength={lossFields.note.limit}
            fill
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        )}
      </FormField>
    </CardForm>
  );
}

export function OwnerDialog({ owners, ...props }: CardDialogProps & { owners: readonly Owner[] }) {
  const { ownerId } = props.card;
  const [chosen, setChosen] = useState(ownerId);
  return (
    <CardForm
      {...props}
      title="Owner"
      submitLabel="Save Owner"
      toSend={() => (target) => operation(AssignRenewalDocument, { ...target, ownerId: chosen })}
      isChanged={chosen !== ownerId}
    >
      <SelectField
        label="Owner"
        autoFocus
        options={[{ value: '', label: 'No owner' }, ...usersToChoose(owners)]}
        value={String(chosen ?? '')}
        onChange={(value) => setChosen(value ? Number(value) : null)}
      />
    </CardForm>
  );
}

export function FollowUpDialog(props: CardDialogProps) {
  const before = props.card.followUpOn ? formatDay(props.card.followUpOn) : '';
  const [text, setText] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const toSend = (): ChangeCard | null => {
    const day = parseDay(text);
    const { today = '' } = props.board;
    const problem = text.trim() !== '' && day === null ? NO_DAY : pastFollowUp(day, today);
    setError(problem);
    if (problem) return null;
    return (target) =>
      operation(SetRenewalFollowUpDocument, { ...target, input: { followUpOn: day } });
  };
  return (
    <CardForm
      {...props}
      title="Follow-up date"
      submitLabel="Save Date"
      toSend={toSend}
      isChanged={text !== before}
    >
      <FormField label="Follow-up date" hint="Leave empty for no follow-up" error={error}>
        {(field) => (
          <DayTextInput
            {...field}
            text={text}
            autoFocus
            onChange={(typed) => {
              setText(typed);
              setError(undefined);
            }}
          />
        )}
      </FormField>
    </CardForm>
  );
}

const NO_DAY = 'Follow-up date must be a date that exists, as DD/MM/YYYY';
