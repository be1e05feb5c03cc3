import { Button, Callout, InputGroup, Intent } from '@blueprintjs/core';
import type { CurrentUser, SecondFactorWanted } from '@insuremanager/contracts/identity/userViews';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormField } from '../ui/FormField';
import { useToast } from '../ui/toaster/Toaster';
import { isSignedOut } from './requests';
import { sendEmailCode, verifySecondFactor } from './sessionRequests';

interface SecondStepProps {
  methods: SecondFactorWanted['methods'];
  onSignedIn: (user: CurrentUser) => void;
  onBack: () => void;
  /** The first step counts no more. */
  onExpired: () => void;
}

type Way = 'authenticator' | 'email' | 'recovery';

const WAYS: Readonly<Record<Way, { label: string; hint: string; submit: string }>> = {
  authenticator: {
    label: 'Verification code',
    hint: 'The 6-digit code in your authenticator app',
    submit: 'Verify Code',
  },
  email: {
    label: 'Verification code',
    hint: 'The 6-digit code from the email',
    submit: 'Verify Email Code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of your saved codes, such as k7fq2-9xw3m. Each works once',
    submit: 'Verify Recovery Code',
  },
};

async function wrongIn(code: string, method: 'totp' | 'email'): Promise<string | undefined> {
  const { SecondFactorInput } = await import('@insuremanager/contracts/identity/userInputs');
  return SecondFactorInput.safeParse({ code, method }).error?.issues[0]?.message;
}

/** The second step of signing in: a code of the authenticator, of an email, or a recovery code. */
export function SecondStep({ methods, onSignedIn, onBack, onExpired }: SecondStepProps) {
  const showToast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<Way>('authenticator');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'sending' | 'verifying' | null>(null);
  const { label, hint, submit } = WAYS[way];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another way is another code to type
  useEffect(() => input.current?.focus(), [way]);

  const choose = (next: Way) => {
    setWay(next);
    setTyped('');
    setError(undefined);
    input.current?.focus();
  };

  /** Runs one request at a time; what the server refuses becomes a notification. */
  const run = async (what: 'sending' | 'verifying', request: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    try {
      await request();
    } catch (error) {
      if (isSignedOut(error)) return onExpired();
      const description = error instanceof Error ? error.message : 'Verification failed';
      showToast({ title: 'Error', description, tone: 'destructive' });
      input.current?.select();
    } finally {
      setBusy(null);
    }
  };

  const verify = (event: FormEvent) => {
    event.preventDefault();
    return run('verifying', async () => {
      const method = way === 'email' ? 'email' : 'totp';
      // Apps show it in two groups.
      const code = typed.replace(/\s/g, '');
      const wrong = await wrongIn(code, method);
      setError(wrong);
      if (wrong) return input.current?.focus();
      onSignedIn(await verifySecondFactor({ code, method }));
    });
  };
  const send = () =>
    run('sending', async () => {
      await sendEmailCode();
      choose('email');
    });

  return (
    <form
      className="second-step"
      onSubmit={verify}
      noValidate
      aria-label="Two-factor authentication"
    >
      <h2>Two-factor authentication</h2>
      <FormField label={label} hint={hint} error={error}>
        {(field) => (
          <InputGroup
            {...field}
            inputRef={input}
            name="code"
            size="large"
            fill
            className="code-input"
            value={typed}
            onValueChange={setTyped}
            autoComplete={way === 'recovery' ? 'off' : 'one-time-code'}
            inputMode={way === 'recovery' ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
          />
        )}
      </FormField>
      {way === 'email' && (
        <Callout role="status" intent={Intent.PRIMARY} icon={null} className="form-alert">
          A verification code has been sent to your email. Enter it above.
        </Callout>
      )}
      <Button
        type="submit"
        intent={Intent.PRIMARY}
        size="large"
        fill
        loading={busy === 'verifying'}
      >
        {submit}
      </Button>
      {methods.includes('email') && (
        <Button size="large" fill loading={busy === 'sending'} onClick={() => void send()}>
          Send Email Code
        </Button>
      )}
      <div className="sign-in-links">
        {way !== 'authenticator' && (
          <button type="button" className="link-button" onClick={() => choose('authenticator')}>
            Use your authenticator app
          </button>
        )}
        {way !== 'recovery' && (
          <button type="button" className="link-button" onClick={() => choose('recovery')}>
            Use a recovery code
          </button>
        )}
        <button type="button" className="link-button" onClick={onBack}>
          Back to Login
        </button>
      </div>
    </form>
  );
}
