import { Button, TextArea } from '@blueprintjs/core';
import { Clipboard } from '@blueprintjs/icons';
import { leadFields } from '@insuremanager/contracts/leads/leadFields';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAgency } from '../../records/agency/useAgency';
import { useCurrentUser } from '../../session/SessionProvider';
import { FormField } from '../../ui/FormField';
import type { FormValues } from '../../ui/record/fieldsForm';
import { LEAD_FORM } from './lead';
import { leadFromText } from './leadFromText';
import './leads.css';

type Values = FormValues<typeof leadFields>;
type Field = keyof Values;

/** More than any email that asks for a quote; an exported chat may be longer. */
const LONGEST = 50_000;
const LABELS = new Intl.ListFormat('en-IN');

/** Fills the form of a new lead from a pasted text; what somebody has typed there stays. */
export default function PasteText({ form }: { form: UseFormReturn<Values> }) {
  const { email, username } = useCurrentUser();
  const agency = useAgency();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [filled, setFilled] = useState<Partial<Values> | null>(null);

  const fill = () => {
    const proposal: Partial<Values> = leadFromText(text, {
      emails: [email],
      names: [username, agency?.name ?? ''],
    });
    const now = form.getValues();
    const earlier: Partial<Values> = filled ?? {};
    const fields = Object.keys({ ...earlier, ...proposal }) as Field[];
    const free = fields.filter(
      (field) => now[field] === LEAD_FORM.empty[field] || now[field] === earlier[field],
    );
    for (const field of free)
      form.setValue(field, proposal[field] ?? LEAD_FORM.empty[field], {
        shouldDirty: true,
        shouldValidate: form.getFieldState(field).invalid,
      });
    setFilled(Object.fromEntries(free.map((field) => [field, proposal[field]])));
  };

  if (!isOpen)
    return (
      <Button
        className="paste-text"
        icon={<Clipboard />}
        text="Paste an Email"
        onClick={() => {
          // That the first field was left empty on the way here is no mistake.
          form.clearErrors();
          setOpen(true);
        }}
      />
    );
  const shown = (Object.keys(leadFields) as Field[]).filter(
    (field) => field !== 'source' && filled?.[field] !== undefined,
  );
  const said =
    shown.length > 0
      ? `Filled in, please check: ${LABELS.format(shown.map((field) => leadFields[field].label))}.`
      : 'Nothing was found that could be filled in.';
  return (
    <fieldset>
      <legend>Paste an Email</legend>
      <FormField label="Text of the email or chat">
        {({ intent: _intent, ...field }) => (
          <TextArea
            {...field}
            fill
            autoFocus
            rows={5}
            maxLength={LONGEST}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </FormField>
      <div className="paste-text-fill">
        <Button text="Fill In" disabled={text.trim() === ''} onClick={fill} />
        <span role="status">{filled && said}</span>
      </div>
    </fieldset>
  );
}
