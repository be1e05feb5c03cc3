import { Callout, Intent } from '@blueprintjs/core';

interface ErrorSummaryProps {
  errors: { field: string; label: string; message: string }[];
  onGo: (field: string) => void;
}

/** What a submit found wrong, each leading to its field. */
export function ErrorSummary({ errors, onGo }: ErrorSummaryProps) {
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
