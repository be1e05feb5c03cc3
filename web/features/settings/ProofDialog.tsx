import { InputGroup, type Intent } from '@blueprintjs/core';
import type { Proof } from '@insuremanager/contracts/identity/userInputs';
import { type ReactNode, useState } from 'react';
import { PasswordInput } from '../../session/PasswordInput';
import { useShowFailure } from '../../session/useAsk';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';

interface ProofDialogProps {
  title: string;
  /** What comes of it. */
  children: ReactNode;
  submitLabel: string;
  intent?: Intent;
  /** Whether a code of the authenticator or a recovery code may prove it. */
  hasTwoFactor: boolean;
  /** Said where the server gives no reason. */
  fallback: string;
  onProved: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks who is signed in to prove it again, by the password or a code, before something is done. */
export function ProofDialog(props: ProofDialogProps) {
  const { children, hasTwoFactor, fallback, onProved, ...dialog } = props;
  const showFailure = useShowFailure();
  const [by, setBy] = useState<'password' | 'code'>('password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();

  const submit = async () => {
    if (value.trim() === '') {
      return setError(by === 'password' ? 'Password is required' : 'Code is required');
    }
    setError(undefined);
    try {
      await onProved(by === 'password' ? { password: value } : { code: value.replace(/\s/g, '') });
    } catch (error) {
      showFailure(error, fallback);
    }
  };
  const switchTo = (next: typeof by) => {
    setBy(next);
    setValue('');
    setError(undefined);
  };

  return (
    <FormDialog {...dialog} onSubmit={submit}>
      {children}
      {by === 'password' ? (
        <FormField label="Password" error={error}>
          {(field) => (
            <PasswordInput
              {...field}
              value={value}
              onValueChange={setValue}
              autoComplete="current-password"
            />
          )}
        </FormField>
      ) : (
        <FormField
          label="Code"
          hint="From your authenticator app, or a recovery code"
          error={error}
        >
          {(field) => (
            <InputGroup
              {...field}
              fill
              className="code-input"
              value={value}
              onValueChange={setValue}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              autoFocus
            />
          )}
        </FormField>
      )}
      {hasTwoFactor && (
        <button
          type="button"
          className="link-button"
          onClick={() => switchTo(by === 'password' ? 'code' : 'password')}
        >
          {by === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </button>
      )}
    </FormDialog>
  );
}
