import { Button, Intent } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { StaleNotice } from '../../ui/record/StaleNotice';
import type { SettingsFormState } from './useSettingsForm';

interface SettingsGroupProps<Field extends string> {
  title: string;
  form: SettingsFormState<Field>;
  /** Under the title. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A card of settings that are saved together. */
export function SettingsGroup<Field extends string>(props: SettingsGroupProps<Field>) {
  const { title, form, hint, children } = props;
  const { stale, isUnsaved, isBusy } = form;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void form.save();
  };
  return (
    <form
      className="panel-card section-card"
      aria-labelledby={id}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <div className="section-card-head">
        <h2 id={id}>{title}</h2>
      </div>
      {hint && <p className="muted">{hint}</p>}
      {stale && (
        <StaleNotice
          one="agency"
          rebased={stale}
          onChoose={(field, whose) =>
            whose === 'theirs'
              ? form.takeTheirs(field as Field)
              : form.type(field as Field, stale.values[field as Field])
          }
          onTakeTheirs={form.reset}
          formatValue={(_field, value) => value}
        />
      )}
      {children}
      <div className="agency-actions">
        <Button type="submit" intent={Intent.PRIMARY} loading={isBusy} disabled={!isUnsaved}>
          Save
        </Button>
        {isUnsaved && !isBusy && <Button onClick={form.reset}>Undo</Button>}
      </div>
    </form>
  );
}
