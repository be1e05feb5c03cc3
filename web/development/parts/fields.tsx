import { Checkbox, InputGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Combobox } from '../../ui/Combobox';
import DayCalendar from '../../ui/DayCalendar';
import { DayInput, DayTextInput } from '../../ui/DayInput';
import { type FieldProps, FormField } from '../../ui/FormField';
import {
  AmountBound,
  Choice,
  Choices,
  DayBound,
  type FilterInput,
  Flag,
  Typed,
} from '../../ui/list/FilterInputs';
import { SelectField } from '../../ui/SelectField';
import { type Family, inStates, within } from '../family';
import { nothing, TEXTS } from '../samples';

type FieldState = Partial<ComponentProps<typeof FormField>> & { text?: string; disabled?: boolean };

const FIELD_STATES: Readonly<Record<string, FieldState>> = {
  empty: {},
  'required, with a hint': { required: true, hint: 'As it stands on the policy' },
  'long text': { text: TEXTS.long, label: TEXTS.long, hint: TEXTS.long },
  Malayalam: { text: TEXTS.Malayalam, label: TEXTS.Malayalam, hint: TEXTS.Malayalam },
  error: { text: '?', required: true, error: 'Enter it as it stands on the policy' },
  warning: { text: TEXTS.short, warning: 'This looks like a name' },
  'with notes': { text: TEXTS.short, notes: <p className="muted">Known already</p> },
  disabled: { text: TEXTS.short, disabled: true },
};

/** What suggests something, or has a calendar, cannot be disabled. */
const { disabled: _disabled, ...ENABLED_STATES } = FIELD_STATES;

/** What is typed in, in a field of each state. */
const fieldOf = (
  input: (field: FieldProps, text: string, disabled?: boolean) => ReactNode,
  states: Readonly<Record<string, FieldState>> = FIELD_STATES,
) =>
  inStates(states, ({ text = '', disabled, ...props }) =>
    within(
      260,
      <FormField label="Label" {...props}>
        {(field) => input(field, text, disabled)}
      </FormField>,
    ),
  );

const OPTIONS = ['active', 'pending', 'third_party'] as const;

/** A criterion, as an Advanced Search has it. */
const criterionOf = <Value,>(value: Value, show: (input: FilterInput<Value>) => ReactNode) =>
  inStates(
    { empty: {}, filled: { value }, error: { value, error: 'There is no such day' } },
    (state) =>
      within(
        260,
        <div className="advanced-search">
          {show({
            ...{ label: 'Label', options: OPTIONS as never, onChange: nothing },
            ...{ value: undefined, error: undefined, ...state },
          })}
        </div>,
      ),
  );

type SuggestionsProps = Partial<ComponentProps<typeof Combobox<string>>>;

function Suggestions({ text: first = '', field = {}, options = [], ...props }: SuggestionsProps) {
  const [text, setText] = useState(first);
  return (
    <Combobox
      {...{ text, field, options, ...props }}
      placeholder="Type to search"
      onText={setText}
      onChoose={setText}
      keyOf={(option) => option}
      render={(option) => <span dir="auto">{option}</span>}
    />
  );
}

function DayText({
  text: first = '29/02/2024',
  ...field
}: Partial<FieldProps> & { text?: string }) {
  const [text, setText] = useState(first);
  return <DayTextInput {...field} text={text} onChange={setText} />;
}

/** What is typed and chosen, in forms and in  */
export const FIELDS: Family = {
  'FormField with a text': fieldOf((field, text, disabled) => (
    <InputGroup {...field} disabled={disabled} defaultValue={text} />
  )),
  'FormField with lines': fieldOf((field, text, disabled) => (
    <TextArea {...field} fill disabled={disabled} defaultValue={text} />
  )),
  SelectField: inStates(FIELD_STATES, ({ text = '', ...props }) =>
    within(
      260,
      <SelectField
        {...{ label: 'Label', value: text, onChange: nothing, ...props }}
        options={[text, 'Third party']}
      />,
    ),
  ),
  'FormField with suggestions': fieldOf(
    (field, text) => <Suggestions field={field} text={text} />,
    ENABLED_STATES,
  ),
  'FormField with a day': fieldOf(
    (field, text) => <DayText {...field} text={text && '29/02/2024'} />,
    ENABLED_STATES,
  ),
  'Checkbox and Radio': inStates({ usual: false, disabled: true }, (disabled) => (
    <>
      <Checkbox disabled={disabled} label="Not chosen" />
      <Checkbox disabled={disabled} defaultChecked label={TEXTS.Malayalam} />
      <RadioGroup name={`disabled-${disabled}`} selectedValue="a" onChange={nothing}>
        <Radio disabled={disabled} value="a" label="Chosen" />
        <Radio disabled={disabled} value="b" label="Not chosen" />
      </RadioGroup>
    </>
  )),
  Combobox: {
    suggestions: <Suggestions field={{ id: 'suggestions' }} options={Object.values(TEXTS)} />,
    'none fits': <Suggestions note="No matching customer" />,
    'on their way, with an icon': (
      <Suggestions note="Searching…" leading={<Search />} isSearching />
    ),
  },
  DayInput: {
    empty: <DayInput aria-label="Day" day={null} onChange={nothing} />,
    filled: <DayInput aria-label="Day" day="2024-02-29" onChange={nothing} />,
  },
  DayTextInput: { filled: <DayText aria-label="Day" /> },
  DayCalendar: {
    'no day': <DayCalendar day={null} onChoose={nothing} />,
    chosen: <DayCalendar day="2024-02-29" onChoose={nothing} />,
    'up to a day': <DayCalendar day="2026-04-10" latest="2026-04-12" onChoose={nothing} />,
  },
  Choices: criterionOf(['pending'], (input) => <Choices {...input} />),
  Choice: criterionOf('pending', (input) => <Choice {...input} any="Any" />),
  DayBound: criterionOf('2024-02-29', (input) => <DayBound {...input} />),
  Typed: criterionOf<string>(TEXTS.long, (input) => <Typed {...input} />),
  AmountBound: criterionOf('1250.50', (input) => <AmountBound {...input} />),
  Flag: criterionOf(true, (input) => <Flag {...input} />),
};
