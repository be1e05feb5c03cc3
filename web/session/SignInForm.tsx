import { Button, Callout, FormGroup, InputGroup, Intent } from '@blueprintjs/core';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import { type FormEvent, useId, useRef, useState } from 'react';
import { signIn } from './sessionRequests';

interface SignInFormProps {
  onSignedIn: (user: CurrentUser) => void;
  /** Filled in already, such as for someone whose session ran out. */
  username?: string;
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

export function SignInForm({ onSignedIn, username: known = '' }: SignInFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const focusOn = (name: keyof FieldErrors) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  const attempt = async () => {
    const { credentials, errors } = await checked(username, password);
    setErrors(errors);
    if (!credentials) return focusOn(errors.username ? 'username' : 'password');
    onSignedIn(await signIn(credentials));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    setBusy(true);
    try {
      await attempt();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Login failed');
      focusOn('password');
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof FieldErrors) => ({
    id: `${id}-${name}`,
    name,
    size: 'large' as const,
    fill: true,
    'aria-invalid': Boolean(errors[name]),
    'aria-describedby': errors[name] ? `${id}-${name}-error` : undefined,
    intent: errors[name] ? Intent.DANGER : Intent.NONE,
  });
  const group = (name: keyof FieldErrors) => ({
    labelFor: `${id}-${name}`,
    intent: errors[name] ? Intent.DANGER : Intent.NONE,
    helperText: errors[name] ? <span id={`${id}-${name}-error`}>{errors[name]}</span> : undefined,
  });

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Sign in">
      {failure !== null && (
        <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
          {failure}
        </Callout>
      )}
      <FormGroup label="Username" {...group('username')}>
        <InputGroup
          {...field('username')}
          value={username}
          onValueChange={setUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
        />
      </FormGroup>
      <FormGroup label="Password" {...group('password')}>
        <InputGroup
          {...field('password')}
          type="password"
          value={password}
          onValueChange={setPassword}
          autoComplete="current-password"
          autoFocus={known !== ''}
        />
      </FormGroup>
      <Button type="submit" intent={Intent.PRIMARY} size="large" fill loading={isBusy}>
        Sign In
      </Button>
    </form>
  );
}
