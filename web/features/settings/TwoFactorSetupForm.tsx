import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { TwoFactorVerification } from '@insuremanager/contracts/identity/userInputs';
import type { RecoveryCodes, TwoFactorSetup } from '@insuremanager/contracts/identity/userViews';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { PasswordInput } from '../../session/PasswordInput';
import { RequestFailure } from '../../session/requests';
import { useAsk, useShowFailure } from '../../session/useAsk';
import { CopyButton } from '../../ui/CopyButton';
import { FormField } from '../../ui/FormField';
import '../../session/session.css';

interface TwoFactorSetupFormProps {
  setup: TwoFactorSetup;
  onEnabled: (recoveryCodes: readonly string[]) => Promise<void>;
  /** Nothing was enabled: the secret is of no use to anybody. */
  onCancel: () => void;
}

const FAILED = 'Failed to verify code';

/**
 * Scan, or type the key; then a code proves that the authenticator has it, and the password who asks,
 * where they signed in a while ago.
 */
export function TwoFactorSetupForm({ setup, onEnabled, onCancel }: TwoFactorSetupFormProps) {
  const ask = useAsk();
  const showFailure = useShowFailure();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ code?: string; password?: string }>({});
  const [needsPassword, setNeedsPassword] = useState(setup.needsPassword);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const code = typed.replace(/\s/g, '');
    const given = needsPassword ? { code, password } : { code };
    const { data, error } = TwoFactorVerification.safeParse(given);
    setErrors(messagesOf(error));
    if (!data) {
      if (messagesOf(error).code) input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await ask<RecoveryCodes>('verify-2fa-setup', { body: data, fallback: FAILED });
      await onEnabled(answer.recoveryCodes);
    } catch (failure) {
      const message = failure instanceof RequestFailure ? failure.messageOf('password') : undefined;
      if (message) {
        // Ten minutes went by meanwhile.
        setNeedsPassword(true);
        setErrors({ password: message });
      } else if (failure instanceof RequestFailure && failure.code === 'wrong-code') {
        setErrors({ code: failure.message });
        input.current?.select();
      } else showFailure(failure, FAILED);
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
        <FormField label="Code" hint="The 6 digits shown in the app" error={errors.code}>
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
        {needsPassword && (
          <FormField label="Password" error={errors.password}>
            {(field) => (
              <PasswordInput
                {...field}
                value={password}
                onValueChange={setPassword}
                autoComplete="current-password"
              />
            )}
          </FormField>
        )}
        <div className="button-row">
          <Button type="submit" intent={Intent.PRIMARY} loading={isBusy}>
            Verify and Enable
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </form>
  );
}

/** The first message of each field. */
function messagesOf(error: z.ZodError | undefined): { code?: string; password?: string } {
  const messageOf = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  return { code: messageOf('code'), password: messageOf('password') };
}
