import { AnchorButton, Button, Callout, Checkbox, Intent } from '@blueprintjs/core';
import type { LinkedAccount } from '@insuremanager/contracts/identity/userViews';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { NewPasswordField } from '../session/NewPasswordField';
import { RequestFailure } from '../session/requests';
import { accountOfLink, setPasswordByLink } from '../session/sessionRequests';
import { SignInCard } from './SignInCard';

/** What the screen says, by what the link was mailed for. */
export interface LinkTexts {
  title: string;
  about: string;
  submit: string;
  done: string;
  /** What helps where the link counts no more. */
  remedy: { text: string; link?: { href: string; text: string } };
}

interface NewPasswordScreenProps {
  /** The secret of the link; empty where it was cut off. */
  token: string;
  texts: LinkTexts;
}

/** Chooses a password by the link of an email: of an invitation, or after forgetting it. */
export default function NewPasswordScreen({ token, texts }: NewPasswordScreenProps) {
  const form = useRef<HTMLFormElement>(null);
  /** From then on its own answer tells whether the link counts: setting the password uses it up. */
  const isSent = useRef(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(token === '');
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [account, setAccount] = useState(NOTHING_ELSE);
  const [removePasskeys, setRemovePasskeys] = useState(false);

  useEffect(() => {
    if (token === '') return;
    // Without an answer the password can be chosen all the same.
    accountOfLink(token).then(setAccount, (error) => {
      if (failureOf(error).code === 'link-invalid' && !isSent.current) setInvalid(true);
    });
  }, [token]);

  const attempt = async () => {
    const { PasswordByLink } = await import('@insuremanager/contracts/identity/userInputs');
    const input = PasswordByLink.safeParse({ token, newPassword: password, removePasskeys });
    setError(input.error?.issues[0]?.message);
    if (!input.data) return form.current?.querySelector('input')?.focus();
    isSent.current = true;
    await setPasswordByLink(input.data);
    setDone(true);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    setBusy(true);
    try {
      await attempt();
    } catch (error) {
      const { code, message, field } = failureOf(error);
      if (code === 'link-invalid') setInvalid(true);
      else if (field) setError(field);
      else setFailure(message);
    } finally {
      setBusy(false);
    }
  };

  if (isInvalid) return <InvalidLink texts={texts} />;
  if (isDone) {
    return (
      <SignInCard title={texts.title} about={texts.done}>
        <AnchorButton href="/login" intent={Intent.PRIMARY} size="large" fill>
          Sign In
        </AnchorButton>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={texts.title} about={texts.about}>
      <form ref={form} onSubmit={submit} noValidate aria-label={texts.title}>
        {failure !== null && (
          <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
            {failure}
          </Callout>
        )}
        <NewPasswordField
          label="New password"
          value={password}
          onValueChange={(value) => {
            setPassword(value);
            setError(undefined);
          }}
          error={error}
          size="large"
          autoFocus
        />
        {account.sessions.length > 0 && (
          <p className="muted">
            {account.sessions.length === 1 ? 'One session' : `${account.sessions.length} sessions`}{' '}
            will end: {listed(account.sessions)}.
          </p>
        )}
        {account.passkeys.length > 0 && (
          <Checkbox
            checked={removePasskeys}
            onChange={({ currentTarget }) => setRemovePasskeys(currentTarget.checked)}
          >
            Remove {account.passkeys.length === 1 ? 'the passkey' : 'the passkeys'}{' '}
            {listed(account.passkeys)}, too. Do so if somebody else may have used your account.
          </Checkbox>
        )}
        <Button type="submit" intent={Intent.PRIMARY} size="large" fill loading={isBusy}>
          {texts.submit}
        </Button>
      </form>
    </SignInCard>
  );
}

const NOTHING_ELSE: LinkedAccount = { passkeys: [], sessions: [] };

/** Each once, at most five. */
function listed(names: readonly string[]): string {
  const [...each] = new Set(names);
  const shown = each.slice(0, 5).join(', ');
  return each.length > 5 ? `${shown} and ${each.length - 5} more` : shown;
}

const failureOf = (error: unknown) =>
  error instanceof RequestFailure
    ? { code: error.code, message: error.message, field: error.messageOf('newPassword') }
    : { code: null, message: 'Failed to set the password', field: undefined };

const InvalidLink = ({ texts: { title, remedy } }: { texts: LinkTexts }) => (
  <SignInCard
    title={title}
    about="This link is not complete, has been used, or is no longer valid."
  >
    <Callout role="alert" intent={Intent.WARNING} icon={null}>
      {remedy.text} {remedy.link && <a href={remedy.link.href}>{remedy.link.text}</a>}
    </Callout>
    <p className="login-after">
      <a href="/login">Back to Login</a>
    </p>
  </SignInCard>
);
