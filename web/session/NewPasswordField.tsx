import { FormField } from '../ui/FormField';
import { PasswordInput } from './PasswordInput';

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  /** What a password should not be made of: the username, the email address. */
  known?: readonly string[];
  size?: 'medium' | 'large';
  autoFocus?: boolean;
}

/** A password that is chosen, and under it how hard it is to guess. */
export function NewPasswordField({ label, error, known: _known, ...input }: NewPasswordFieldProps) {
  return (
    <FormField label={label} error={error}>
      {(field) => <PasswordInput {...field} {...input} autoComplete="new-password" />}
    </FormField>
  );
}
