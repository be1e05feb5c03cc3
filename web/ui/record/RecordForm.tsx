import { Button, Callout, Intent } from '@blueprintjs/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { ErrorSummary } from '../ErrorSummary';
import type { ShownInHistory } from './history';
import { StaleNotice } from './StaleNotice';
import type { RecordEdit } from './useRecordForm';

interface RecordFormProps<Saved, Values> {
  edit: RecordEdit<Saved, Values>;
  /** What a record is called, such as "customer". */
  one: string;
  /** On the button of a new one, such as "Add Customer". */
  addLabel: string;
  /** On the button otherwise; "Save Changes" when left out. */
  saveLabel?: string;
  /** On the button once others were faster; "Reapply My Changes" when left out. */
  staleLabel?: string;
  /** On the button that leaves all as it is; "Cancel" when left out. */
  closeLabel?: string;
  /** What the keys do that submit the form. */
  keyHint?: string;
  shownValue: ShownInHistory;
  onClose: () => void;
  /** The fields, in fieldsets. */
  children: ReactNode;
}

/** What every form of a record has around its fields. */
export function RecordForm<Saved, Values>(props: RecordFormProps<Saved, Values>) {
  const { edit, one, addLabel, saveLabel = 'Save Changes' } = props;
  const { closeLabel = 'Cancel', keyHint = 'Ctrl+Enter saves' } = props;
  const { staleLabel = 'Reapply My Changes' } = props;
  const { shownValue, onClose, children } = props;
  const { base, stale, message, submit } = edit;
  const top = useRef<HTMLDivElement>(null);
  // What is said at the top must be seen.
  useEffect(() => {
    if (message || stale) top.current?.scrollTo({ top: 0 });
  }, [message, stale]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };

  return (
    <form
      className="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={onKeyDown}
      noValidate
    >
      <div ref={top} className="record-form-fields">
        {message && (
          <Callout
            role="alert"
            intent={message.isWarning ? Intent.WARNING : Intent.DANGER}
            icon={null}
            className="form-alert"
          >
            {message.text}
          </Callout>
        )}
        {stale && (
          <StaleNotice
            one={one}
            rebased={stale}
            onChoose={edit.choose}
            onTakeTheirs={edit.takeTheirs}
            shownValue={shownValue}
          />
        )}
        <ErrorSummary errors={edit.errors} onGo={edit.goTo} />
        {children}
      </div>
      <footer className="record-form-foot">
        <span className="muted">{keyHint}</span>
        <Button onClick={onClose}>{closeLabel}</Button>
        <Button type="submit" intent={Intent.PRIMARY} loading={edit.isSubmitting}>
          {stale ? staleLabel : base ? saveLabel : addLabel}
        </Button>
      </footer>
    </form>
  );
}
