import { AnchorButton, Button, HTMLSelect, Intent, ProgressBar, TextArea } from '@blueprintjs/core';
import { Envelope, Print } from '@blueprintjs/icons';
import { LANGUAGES, type Language } from '@insuremanager/contracts/customers/customerFields';
import { LETTERS_IN_A_FILE } from '@insuremanager/contracts/privacy/breachKinds';
import { LetterInput } from '@insuremanager/contracts/privacy/breachViews';
import { useEffect, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { operation } from '../../../data/operation';
import {
  type BreachLetterTextShownFragment as LetterText,
  RenewBreachLettersDocument,
  SendBreachLettersDocument,
  WriteBreachLetterDocument,
} from '../../../data/operations.generated';
import { useConfirm } from '../../../ui/Confirm';
import { type FieldProps, FormField } from '../../../ui/FormField';
import { formatCount, formatInstant } from '../../../ui/format';
import { FormFrame } from '../../../ui/record/FormFrame';
import { type MarkUnsaved, RecordDialog } from '../../../ui/record/RecordDialog';
import { useCommandForm } from '../../../ui/record/useCommandForm';
import { SectionCard } from '../../../ui/SectionCard';
import type { BreachAsked } from './BreachForm';
import { useBreachChange } from './useBreachChange';

interface LettersProps {
  asked: BreachAsked;
  onChanged: () => void;
}

const POLL_MS = 3_000;
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ml: 'Malayalam',
  hi: 'Hindi',
};

const lettersOf = (n: number): string => `${formatCount(n)} ${n === 1 ? 'Letter' : 'Letters'}`;

/** What each person is told, and how that goes. */
export function Letters({ asked, onChanged }: LettersProps) {
  const { breach, contact, letterTexts, letters, lettersRequestedAt, stretches } = asked;
  const { id } = breach;
  const [isWriting, setWriting] = useState(false);
  const { change, busy } = useBreachChange(onChanged);
  const ask = useConfirm();
  const isUnderWay = lettersRequestedAt !== null && letters.waiting + letters.sending > 0;
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(onChanged, POLL_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, onChanged]);

  const isWritten = contact !== null;
  const canSend = isWritten && stretches.length > 0 && !breach.isClosed;
  const send = async () => {
    const isWanted = await ask({
      title: `Send ${lettersOf(letters.waiting).toLowerCase()} by email?`,
      text: 'Each person with an email address gets one, in their language. The law asks for it, so it needs no consent. Letters cannot be changed afterwards.',
      confirm: 'Send',
      intent: Intent.PRIMARY,
    });
    if (isWanted)
      await change('send', (commandId) => operation(SendBreachLettersDocument, { id, commandId }));
  };
  const isAsked = lettersRequestedAt !== null;
  return (
    <SectionCard
      title="Letters to the persons"
      action={
        !breach.isClosed &&
        !isAsked && (
          <Button
            intent={isWritten ? Intent.NONE : Intent.PRIMARY}
            onClick={() => setWriting(true)}
          >
            {isWritten ? 'Edit Letter' : 'Write Letter'}
          </Button>
        )
      }
    >
      <p className="muted">
        What happened, which of their data it concerns, what may follow, what you do, what they can
        do, and whom they can ask (rule 7(1)).
      </p>
      {isWritten && (
        <p>
          Written in {letterTexts.map(({ language }) => LANGUAGE_NAMES[language]).join(', ')}
          {letterTexts.length < LANGUAGES.length && '; others get the English text'}.
        </p>
      )}
      {isAsked && <Progress letters={letters} requestedAt={lettersRequestedAt} />}
      {isWritten && letters.persons > 0 && (
        <div className="button-row">
          {canSend && letters.waiting > 0 && !isUnderWay && (
            <Button
              intent={Intent.PRIMARY}
              icon={<Envelope />}
              loading={busy === 'send'}
              onClick={() => void send()}
            >
              {`Send ${lettersOf(letters.waiting)} by Email`}
            </Button>
          )}
          {canSend && letters.failed > 0 && (
            <Button
              loading={busy === 'renew'}
              onClick={() =>
                void change('renew', (commandId) =>
                  operation(RenewBreachLettersDocument, { id, commandId }),
                )
              }
            >
              {`Send ${formatCount(letters.failed)} Once More`}
            </Button>
          )}
          <Printing breachId={id} count={letters.toBePrinted + letters.failed} />
        </div>
      )}
      {isWriting && (
        <RecordDialog title="Letter to the Persons" onClose={() => setWriting(false)}>
          {(markUnsaved) => (
            <LetterForm
              asked={asked}
              markUnsaved={markUnsaved}
              onClose={() => setWriting(false)}
              onSaved={() => {
                setWriting(false);
                onChanged();
              }}
            />
          )}
        </RecordDialog>
      )}
    </SectionCard>
  );
}

/** Files to be printed, of those to whom no email goes. */
function Printing({ breachId, count }: { breachId: number; count: number }) {
  const [part, setPart] = useState(1);
  const parts = Array.from({ length: Math.ceil(count / LETTERS_IN_A_FILE) }, (_, nth) => ({
    value: nth + 1,
    label: `${nth * LETTERS_IN_A_FILE + 1} to ${Math.min(count, (nth + 1) * LETTERS_IN_A_FILE)}`,
  }));
  if (count === 0) return null;
  return (
    <>
      {parts.length > 1 && (
        <HTMLSelect
          aria-label="Which letters are printed"
          options={parts}
          value={part}
          onChange={({ currentTarget }) => setPart(Number(currentTarget.value))}
        />
      )}
      <AnchorButton
        icon={<Print />}
        href={`/api/privacy/breaches/${breachId}/letters.pdf?of=unmailed&part=${part}`}
        target="_blank"
      >
        {parts.length > 1 ? 'Print' : `Print ${lettersOf(count)}`}
      </AnchorButton>
    </>
  );
}

interface ProgressProps {
  letters: BreachAsked['letters'];
  requestedAt: string;
}

function Progress({ letters, requestedAt }: ProgressProps) {
  const { sent, failed, waiting, sending, toBePrinted, unreachable } = letters;
  const all = sent + failed + waiting + sending;
  const facts = [
    [sent, 'sent by email'],
    [waiting + sending, 'still to be sent'],
    [failed, 'not delivered, or not known to be: listed above'],
    [toBePrinted, 'without an email address: to be printed'],
    [unreachable, 'without a record any more'],
  ] as const;
  return (
    <div className="breach-progress">
      {waiting + sending > 0 && (
        <ProgressBar
          intent={Intent.PRIMARY}
          value={all === 0 ? 0 : (sent + failed) / all}
          aria-label="Letters sent"
        />
      )}
      <p role="status">
        Asked for {formatInstant(requestedAt)}:{' '}
        {facts
          .filter(([n]) => n > 0)
          .map(([n, what]) => `${formatCount(n)} ${what}`)
          .join(', ')}
        .
      </p>
    </div>
  );
}

interface LetterFormProps {
  asked: BreachAsked;
  markUnsaved: MarkUnsaved;
  onSaved: () => void;
  onClose: () => void;
}

const PARTS = [
  ['happened', 'What happened'],
  ['consequences', 'What may follow from it'],
  ['measures', 'What you have done and are doing'],
  ['advice', 'What they can do'],
] as const;

const NOTHING = { happened: '', consequences: '', measures: '', advice: '' };
type Texts = Record<Language, Omit<LetterText, 'language'>>;

interface Values {
  contact: string;
  texts: Texts;
}

/** A language whose first part is empty has no letter of its own. */
const SCHEMA = z.preprocess((values) => {
  const { contact, texts } = values as Values;
  const written = LANGUAGES.filter((one) => one === 'en' || texts[one].happened.trim() !== '');
  return { contact, texts: written.map((language) => ({ language, ...texts[language] })) };
}, LetterInput);

function LetterForm({ asked, ...ends }: LetterFormProps) {
  const { breach, contact, letterTexts, proposedContact, proposedTexts, happened } = asked;
  const { id } = breach;
  const textsOf = (language: Language) => {
    const { language: _, ...text } = letterTexts.find((one) => one.language === language) ??
      proposedTexts.find((one) => one.language === language) ?? { language, ...NOTHING };
    const isNew = letterTexts.length === 0 && language === 'en';
    return isNew ? { ...text, happened } : text;
  };
  const { form, frame } = useCommandForm<Values, LetterInput, unknown>({
    ...ends,
    initial: {
      contact: contact ?? proposedContact,
      texts: Object.fromEntries(LANGUAGES.map((one) => [one, textsOf(one)])) as Texts,
    },
    schema: SCHEMA,
    toSend: (input, commandId) => operation(WriteBreachLetterDocument, { id, input, commandId }),
    failed: 'Failed to save the letter. Please try again.',
  });
  const { errors, isSubmitted } = form.formState;
  const issues = errors.texts && SCHEMA.safeParse(form.getValues()).error?.issues;
  const wrong = isSubmitted && issues?.find(({ path: [first] }) => first === 'texts')?.message;
  return (
    <FormFrame
      {...frame}
      label="Letter"
      submitLabel="Save Letter"
      message={
        frame.message ??
        (wrong ? { text: `${wrong}. Look through the languages that you have begun.` } : null)
      }
    >
      <FormField
        label="Whom they can ask"
        required
        hint="A name, and how to reach them"
        error={errors.contact?.message}
      >
        {(field) => <Lines field={field} input={form.register('contact')} />}
      </FormField>
      {LANGUAGES.map((language) => (
        <fieldset key={language}>
          <legend>
            {LANGUAGE_NAMES[language]}
            {language !== 'en' && (
              <span className="muted"> counts once you have written what happened</span>
            )}
          </legend>
          {PARTS.map(([part, label]) => (
            <FormField key={part} label={label} required={language === 'en'}>
              {(field) => (
                <Lines
                  field={field}
                  input={form.register(`texts.${language}.${part}`)}
                  lang={language}
                />
              )}
            </FormField>
          ))}
        </fieldset>
      ))}
    </FormFrame>
  );
}

interface LinesProps {
  field: FieldProps;
  input: UseFormRegisterReturn;
  lang?: Language;
}

const Lines = ({ field: { intent: _, ...field }, input: { ref, ...input }, lang }: LinesProps) => (
  <TextArea {...field} {...input} inputRef={ref} fill rows={3} lang={lang} />
);
