import { Callout, Intent } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { FormFrame } from './FormFrame';
import type { SavedRecord } from './recordType';
import { StaleNotice } from './StaleNotice';
import type { RecordEdit } from './useRecordForm';

interface RecordFormProps<Saved extends SavedRecord, Values> {
  edit: RecordEdit<Saved, Values>;
  /** On the button; "Add …" of a new record and "Save Changes" of another when left out. */
  submitLabel?: string;
  /** The same once others were faster; "Reapply My Changes" when left out. */
  staleLabel?: string;
  /** On the button that leaves all as it is. */
  closeLabel?: string;
  keyHint?: string;
  /** The fields, in fieldsets. */
  children: ReactNode;
}

/** The form of a record. */
export function RecordForm<Saved extends SavedRecord, Values>({
  edit,
  submitLabel = edit.base ? 'Save Changes' : `Add ${edit.type.title}`,
  staleLabel = 'Reapply My Changes',
  closeLabel = 'Cancel',
  keyHint = 'Ctrl+Enter saves',
  children,
}: RecordFormProps<Saved, Values>) {
  const { type, stale } = edit;
  return (
    <FormFrame
      message={edit.message}
      news={stale}
      keyHint={keyHint}
      closeLabel={closeLabel}
      submitLabel={stale ? staleLabel : submitLabel}
      isBusy={edit.isSubmitting}
      onClose={edit.onClose}
      onSubmit={() => void edit.submit()}
    >
      {stale && (
        <StaleNotice
          one={type.one}
          rebased={stale}
          onChoose={edit.choose}
          onTakeTheirs={edit.takeTheirs}
          formatValue={type.formatValue}
        />
      )}
      <ErrorSummary errors={edit.errors} onGo={edit.goTo} />
      {children}
    </FormFrame>
  );
}

interface ErrorSummaryProps {
  errors: { field: string; label: string; message: string }[];
  onGo: (field: string) => void;
}

/** What a submit found wrong, each leading to its field. */
function ErrorSummary({ errors, onGo }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  const title =
    errors.length === 1 ? 'Please check 1 field' : `Please check ${errors.length} fields`;
  return (
    <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
      <strong>{title}</strong>
      <ul className="error-summary">
        {errors.map(({ field, label, message }) => (
          <li key={field}>
            <button type="button" className="link-button" onClick={() => onGo(field)}>
              {label}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** What looks wrong about a whole form, and holds nothing up. */
export const FormNote = ({ children }: { children: string }) => (
  <p className="form-field-warning form-note" role="note">
    <WarningSign size={12} />
    {children}
  </p>
);
