import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormField } from '../ui/FormField';
import { PasswordInput } from './PasswordInput';
import { type FirstStep, signIn } from './sessionRequests';

interface SignInFormProps {
  onAnswer: (answer: FirstStep) => void;
  /** What went wrong is said over the form; null: nothing did. */
  onFailure: (message: string | null) => void;
  /** Filled in already, such as for someone whose session ran out. */
  username?: string;
  /** Whether the browser may offer passkeys in the field of the username. */
  offersPasskeys: boolean;
  /** Under the password. */
  children?: ReactNode;
}

type FieldErrors = { username?: string; password?: string };

/** The schema comes with the first attempt: the first screen stays light. */
async function checked(username: string, password: string) {
  const { Credentials } = await import('@insuremanager/contracts/identity/userInputs');
  const result = Credentials.safeParse({ username, password });
  if (result.success) return { credentials: result.data, errors: {} };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0] === 'username' ? 'username' : 'password';
    errors[field] ??= issue.message;
  }
  return { credentials: null, errors };
}

/** The first step of signing in: username and password. */
export function SignInForm(props: SignInFormProps) {
  const { onAnswer, onFailure, username: known = '', offersPasskeys, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setBusy] = useState(false);

  const focusOn = (name: keyof FieldErrors) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const attempt = async () => {
    const { credentials, errors } = await checked(username, password);
    setErrors(errors);
    if (!credentials) return focusOn(errors.username ? 'username' : 'password');
    onAnswer(await signIn(credentials));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    onFailure(null);
    setBusy(true);
    try {
      await attempt();
    } catch (error) {
      onFailure(error instanceof Error ? error.message : 'Login failed');
      focusOn('password');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Sign in">
      <FormField label="Username" error={errors.username}>
        {(field) => (
          <InputGroup
            {...field}
            name="username"
            size="large"
            fill
            value={username}
            onValueChange={setUsername}
            autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={known === ''}
          />
        )}
      </FormField>
      <FormField label="Password" error={errors.password}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            size="large"
            value={password}
            onValueChange={setPassword}
            autoComplete="current-password"
            autoFocus={known !== ''}
          />
        )}
      </FormField>
      {children}
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill loading={isBusy}>
        Sign In
      </Button>
    </form>
  );
}
