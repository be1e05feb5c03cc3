import { Button, Intent } from '@blueprintjs/core';
import { PasswordChange } from '@insuremanager/contracts/identity/userInputs';
import { type FormEvent, useRef, useState } from 'react';
import { NewPasswordField } from '../../session/NewPasswordField';
import { PasswordInput } from '../../session/PasswordInput';
import { RequestFailure } from '../../session/requests';
import { useCurrentUser } from '../../session/SessionProvider';
import { useAsk, useShowFailure } from '../../session/useAsk';
import { FormField } from '../../ui/FormField';
import { formatInstant } from '../../ui/format';
import { SectionCard } from '../../ui/SectionCard';
import { useToast } from '../../ui/toaster/Toaster';
import type { SecurityCardProps } from './TwoFactorCard';

type Field = 'currentPassword' | 'newPassword';
const FIELDS: readonly Field[] = ['currentPassword', 'newPassword'];
const EMPTY = { currentPassword: '', newPassword: '' };
const FAILED = 'Failed to change the password';

export function PasswordCard({ security, onChanged }: SecurityCardProps) {
  const { username, email } = useCurrentUser();
  const ask = useAsk();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [isBusy, setBusy] = useState(false);

  const show = (messageOf: (field: Field) => string | undefined): boolean => {
    const wrong = FIELDS.filter((field) => messageOf(field) !== undefined);
    setErrors(Object.fromEntries(wrong.map((field) => [field, messageOf(field)])));
    form.current?.querySelector<HTMLInputElement>(`[name=${wrong[0]}]`)?.focus();
    return wrong.length > 0;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { data, error } = PasswordChange.safeParse(values);
    if (show((field) => error?.issues.find(({ path }) => path[0] === field)?.message)) return;
    setBusy(true);
    try {
      await ask('password', { body: data, fallback: FAILED });
      setValues(EMPTY);
      showToast({
        title: 'Password Changed',
        description: 'All other devices have been signed out.',
      });
      await onChanged();
    } catch (error) {
      const isShown = error instanceof RequestFailure && show((field) => error.messageOf(field));
      if (!isShown) showFailure(error, FAILED);
    } finally {
      setBusy(false);
    }
  };
  const input = (field: Field) => ({
    name: field,
    value: values[field],
    onValueChange: (value: string) => {
      setValues((now) => ({ ...now, [field]: value }));
      setErrors((now) => ({ ...now, [field]: undefined }));
    },
  });

  return (
    <SectionCard title="Password">
      <p className="muted">Last set {formatInstant(security.passwordChangedAt)}.</p>
      <form
        ref={form}
        className="settings-form"
        onSubmit={submit}
        noValidate
        aria-label="Change password"
      >
        {/* For password managers: whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        <FormField label="Current password" error={errors.currentPassword}>
          {(field) => (
            <PasswordInput
              {...field}
              {...input('currentPassword')}
              autoComplete="current-password"
            />
          )}
        </FormField>
        <NewPasswordField
          label="New password"
          {...input('newPassword')}
          error={errors.newPassword}
          known={[username, email]}
        />
        <Button type="submit" intent={Intent.PRIMARY} loading={isBusy}>
          Change Password
        </Button>
      </form>
    </SectionCard>
  );
}
