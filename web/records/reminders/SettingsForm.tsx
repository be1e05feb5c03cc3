import { useApolloClient } from '@apollo/client/react';
import { Checkbox, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { CHANNEL_LABELS, CHANNELS } from '@insuremanager/contracts/reminders/reminderKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  ChangeReminderSettingsDocument,
  ReminderSettingsDocument,
  type SettingsFieldsFragment,
} from '../../data/operations.generated';
import { needsToast, reasonOf } from '../../data/problems';
import { DayInput } from '../../ui/DayInput';
import { FormField } from '../../ui/FormField';
import { FormFrame } from '../../ui/record/FormFrame';
import type { MarkUnsaved } from '../../ui/record/RecordDialog';
import { SelectField } from '../../ui/SelectField';
import { Badge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import { EmailKept } from './EmailKept';
import {
  formatHour,
  readSettings,
  type SettingsField,
  type SettingsValues,
  valuesOf,
  WEEKDAYS,
} from './settingsForm';
import '../../ui/list/FilterTags.css';
import './settingsForm.css';

interface SettingsFormProps {
  opened: SettingsFieldsFragment;
  markUnsaved: MarkUnsaved;
  onClose: () => void;
}

const FAILED = 'Failed to save settings. Please try again.';
const STALE = 'Someone else has changed the settings. Close, check them, and try again.';
const SESSION_ENDED = 'Your session has ended. Sign in again, then save once more.';
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: formatHour(hour) }));

/** Which days before the end, from which hour, and on which days none goes out. */
export function SettingsForm({ opened, markUnsaved, onClose }: SettingsFormProps) {
  const showToast = useToast();
  const client = useApolloClient();
  const send = useCommands();
  const [values, setValues] = useState(() => valuesOf(opened));
  const [hasTried, setTried] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const read = readSettings(values);
  const errors = (hasTried && read.errors) || {};

  const isUnsaved = JSON.stringify(values) !== JSON.stringify(valuesOf(opened));
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);
  const set = <Field extends SettingsField>(field: Field, value: SettingsValues[Field]) =>
    setValues((now) => ({ ...now, [field]: value }));

  const save = async () => {
    setTried(true);
    if (isBusy || read.errors) return;
    if (!isUnsaved) return onClose();
    setBusy(true);
    setMessage(null);
    const { input } = read;
    const { failure } = await send(
      (commandId) =>
        operation(ChangeReminderSettingsDocument, {
          input,
          expectedVersion: opened.version,
          commandId,
        }),
      { content: JSON.stringify(input) },
    );
    setBusy(false);
    if (failure?.code === 'UNAUTHENTICATED') return setMessage(SESSION_ENDED);
    if (failure) {
      setMessage(failure.code === 'STALE_VERSION' ? STALE : reasonOf(failure));
      if (needsToast(failure)) {
        showToast({ title: 'Error', description: FAILED, tone: 'destructive' });
      }
      return;
    }
    markUnsaved(false);
    // Whoever shows them beside this form.
    void client.refetchQueries({ include: [ReminderSettingsDocument] });
    showToast({ title: 'Settings Updated', description: 'Reminder settings have been saved.' });
    onClose();
  };

  return (
    <FormFrame
      label="Reminder settings"
      message={message === null ? null : { text: message }}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel="Save Settings"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <fieldset>
        <legend>When</legend>
        <FormField
          label="Days before the end"
          error={errors.days}
          hint="Separated by commas. Leave empty for no automatic reminders"
        >
          {(field) => (
            <InputGroup
              {...field}
              autoFocus
              autoComplete="off"
              value={values.days}
              onValueChange={(text) => set('days', text)}
            />
          )}
        </FormField>
        <SelectField
          label="From"
          error={errors.hour}
          hint="India time, except on quiet days"
          options={HOURS}
          value={values.hour}
          onChange={(hour) => set('hour', Number(hour))}
        />
      </fieldset>
      <fieldset>
        <legend>Quiet days</legend>
        <div className="quiet-weekdays">
          {WEEKDAYS.map((label, day) => (
            <Checkbox
              key={label}
              inline
              label={label}
              checked={values.quietWeekdays.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                set(
                  'quietWeekdays',
                  WEEKDAYS.map((_, one) => one).filter((one) =>
                    one === day ? checked : values.quietWeekdays.includes(one),
                  ),
                )
              }
            />
          ))}
          {errors.quietWeekdays && (
            <p className="settings-error" role="alert">
              {errors.quietWeekdays}
            </p>
          )}
        </div>
        <QuietDates
          days={values.quietDays}
          error={errors.quietDays}
          onChange={(days) => set('quietDays', days)}
        />
      </fieldset>
      <fieldset>
        <legend>Channels</legend>
        <EmailKept />
        <dl className="settings-channels">
          {CHANNELS.map((channel) => (
            <div key={channel}>
              <dt>{CHANNEL_LABELS[channel]}</dt>
              <dd>
                {opened.channels.includes(channel) ? (
                  <Badge tone="good">Configured</Badge>
                ) : (
                  <Badge tone="ended">Not configured</Badge>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </fieldset>
    </FormFrame>
  );
}

interface QuietDatesProps {
  days: readonly string[];
  error: string | undefined;
  onChange: (days: string[]) => void;
}

/** Days such as holidays; one that is chosen joins the others. */
function QuietDates({ days, error, onChange }: QuietDatesProps) {
  const [chosen, choose] = useState<string | null>(null);
  // It has joined the others: the field is free for the next one.
  useEffect(() => {
    if (chosen !== null) choose(null);
  }, [chosen]);
  return (
    <FormField
      label="Quiet dates"
      hint="For example, holidays"
      error={error}
      notes={
        days.length > 0 && (
          <ul className="filter-tags" aria-label="Quiet dates">
            {days.map((day) => (
              <li key={day}>
                <span className="filter-tag">
                  {formatDay(day)}
                  <button
                    type="button"
                    aria-label={`Remove ${formatDay(day)}`}
                    onClick={() => onChange(days.filter((one) => one !== day))}
                  >
                    <Cross size={12} />
                  </button>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    >
      {(field) => (
        <DayInput
          {...field}
          day={chosen}
          onChange={(day) => {
            choose(day);
            if (day) onChange([...new Set([...days, day])].sort());
          }}
        />
      )}
    </FormField>
  );
}
