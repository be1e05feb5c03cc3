import { Button, Callout, InputGroup, Intent } from '@blueprintjs/core';
import { type FormEvent, useRef, useState } from 'react';
import { requestPasswordReset } from '../session/sessionRequests';
import { FormField } from '../ui/FormField';
import { SignInCard } from './SignInCard';

/** Asks for an email with a link by which another password is chosen. */
export default function ForgotPasswordScreen() {
  const input = useRef<HTMLInputElement>(null);
  const [user, setUser] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    setBusy(true);
    try {
      const { PasswordResetRequest } = await import('@insuremanager/contracts/identity/userInputs');
      const request = PasswordResetRequest.safeParse({ user });
      setError(request.error?.issues[0]?.message);
      if (!request.data) return input.current?.focus();
      await requestPasswordReset(request.data.user);
      setSent(true);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Failed to send the email');
    } finally {
      setBusy(false);
    }
  };

  return (
    <SignInCard title="Forgot your password?" about="We will email you a link to choose a new one.">
      {isSent ? (
        <Callout role="status" intent={Intent.SUCCESS} icon={null}>
          If there is an account with that name, we have emailed a link to its address. The link is
          valid for one hour.
        </Callout>
      ) : (
        <form onSubmit={submit} noValidate aria-label="Forgot password">
          {failure !== null && (
            <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
              {failure}
            </Callout>
          )}
          <FormField label="Username or email" error={error}>
            {(field) => (
              <InputGroup
                {...field}
                inputRef={input}
                name="username"
                size="large"
                fill
                value={user}
                onValueChange={setUser}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
              />
            )}
          </FormField>
          <Button type="submit" intent={Intent.PRIMARY} size="large" fill loading={isBusy}>
            Send Link
          </Button>
        </form>
      )}
      <p className="login-after">
        <a href="/login">Back to Login</a>
      </p>
    </SignInCard>
  );
}
