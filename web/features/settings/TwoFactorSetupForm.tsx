import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { TwoFactorCode } from '@insuremanager/contracts/identity/userInputs';
import type { RecoveryCodes, TwoFactorSetup } from '@insuremanager/contracts/identity/userViews';
import { type FormEvent, useRef, useState } from 'react';
import { useAsk, useShowFailure } from '../../session/useAsk';
import { FormField } from '../../ui/FormField';
import { CopyButton } from './CopyButton';
import '../../session/session.css';

interface TwoFactorSetupFormProps {
  setup: TwoFactorSetup;
  onEnabled: (recoveryCodes: readonly string[]) => Promise<void>;
  /** Nothing was enabled: the secret is of no use to anybody. */
  onCancel: () => void;
}

const FAILED = 'Failed to verify code';

/** Scan, or type the key, then prove by a code that the authenticator has it. */
export function TwoFactorSetupForm({ setup, onEnabled, onCancel }: TwoFactorSetupFormProps) {
  const ask = useAsk();
  const showFailure = useShowFailure();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { data, error: wrong } = TwoFactorCode.safeParse({ code: typed.replace(/\s/g, '') });
    setError(wrong?.issues[0]?.message);
    if (!data) return input.current?.focus();
    setBusy(true);
    try {
      const answer = await ask<RecoveryCodes>('verify-2fa-setup', { body: data, fallback: FAILED });
      await onEnabled(answer.recoveryCodes);
    } catch (failure) {
      showFailure(failure, FAILED);
      input.current?.select();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className="two-factor-setup"
      onSubmit={submit}
      noValidate
      aria-label="Set up two-factor authentication"
    >
      <img src={setup.qrCode} alt="QR code for your authenticator app" width={176} height={176} />
      <div>
        <p>
          Scan the code with an authenticator app, such as Google Authenticator, Aegis or 1Password.
          Or type this key into it:
        </p>
        <div className="manual-key">
          <code>{setup.manualEntryKey}</code>
          <CopyButton text={setup.manualEntryKey} what="key" />
        </div>
        <FormField label="Code" hint="The 6 digits that the app shows now" error={error}>
          {(field) => (
            <InputGroup
              {...field}
              inputRef={input}
              className="code-input"
              value={typed}
              onValueChange={setTyped}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              autoFocus
            />
          )}
        </FormField>
        <div className="settings-actions">
          <Button type="submit" intent={Intent.PRIMARY} loading={isBusy}>
            Verify and Enable
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </form>
  );
}
