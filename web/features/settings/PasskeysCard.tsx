import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { PasskeyName, type Proof } from '@insuremanager/contracts/identity/userInputs';
import type { PasskeyView } from '@insuremanager/contracts/identity/userViews';
import { useState } from 'react';
import { createPasskey, wasBrokenOff } from '../../session/passkeys';
import { useAsk } from '../../session/useAsk';
import { FormField } from '../../ui/FormField';
import { formatInstant } from '../../ui/format';
import { SectionCard } from '../../ui/SectionCard';
import { useToast } from '../../ui/toaster/Toaster';
import { ProofDialog } from './ProofDialog';
import type { SecurityCardProps } from './TwoFactorCard';

const ADD_FAILED = 'Failed to add the passkey';
const REMOVE_FAILED = 'Failed to remove the passkey';
const canAdd = typeof window.PublicKeyCredential === 'function';

/** Signing in without a password: by the fingerprint, face or PIN of a device. */
export function PasskeysCard({ security, onChanged }: SecurityCardProps) {
  const { passkeys, arePasskeysPossible, isTwoFactorEnabled } = security;
  const ask = useAsk();
  const showToast = useToast();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<PasskeyView | null>(null);
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string>();

  const add = async (proof: Proof) => {
    const { data, error } = PasskeyName.safeParse({ name });
    setNameError(error?.issues[0]?.message);
    if (!data || proof.password === undefined) return;
    try {
      await createPasskey(ask, { password: proof.password, name: data.name }, ADD_FAILED);
    } catch (error) {
      // The browser's own dialog was closed.
      if (wasBrokenOff(error)) return;
      throw error;
    }
    setAdding(false);
    setName('');
    showToast({ title: 'Passkey Added', description: `${data.name} can sign you in now.` });
    await onChanged();
  };
  const remove = async ({ id, name }: PasskeyView, proof: Proof) => {
    await ask(`passkeys/${id}/remove`, { body: proof, fallback: REMOVE_FAILED });
    setRemoved(null);
    showToast({
      title: 'Passkey Removed',
      description: `${name} can no longer be used to sign in.`,
    });
    await onChanged();
  };

  return (
    <SectionCard
      title="Passkeys"
      action={
        arePasskeysPossible &&
        canAdd && <Button onClick={() => setAdding(true)}>Add a Passkey</Button>
      }
    >
      {passkeys.length > 0 ? (
        <ul className="settings-list">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div className="settings-item">
                <strong dir="auto">{passkey.name}</strong>
                <span className="muted">
                  Added {formatInstant(passkey.createdAt)} ·{' '}
                  {passkey.lastUsedAt
                    ? `last used ${formatInstant(passkey.lastUsedAt)}`
                    : 'not used yet'}
                </span>
              </div>
              <Button
                variant="minimal"
                intent={Intent.DANGER}
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoved(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{emptyText(arePasskeysPossible)}</p>
      )}
      {isAdding && (
        <ProofDialog
          title="Add a passkey"
          submitLabel="Continue"
          hasTwoFactor={false}
          fallback={ADD_FAILED}
          onProved={add}
          onClose={() => setAdding(false)}
        >
          <FormField label="Name" hint="For example, the device it is saved on" error={nameError}>
            {(field) => (
              <InputGroup
                {...field}
                fill
                value={name}
                onValueChange={setName}
                maxLength={60}
                autoComplete="off"
              />
            )}
          </FormField>
        </ProofDialog>
      )}
      {removed && (
        <ProofDialog
          title="Remove this passkey?"
          submitLabel="Remove"
          intent={Intent.DANGER}
          hasTwoFactor={isTwoFactorEnabled}
          fallback={REMOVE_FAILED}
          onProved={(proof) => remove(removed, proof)}
          onClose={() => setRemoved(null)}
        >
          <p className="muted">
            <bdi>{removed.name}</bdi> will no longer sign you in.
          </p>
        </ProofDialog>
      )}
    </SectionCard>
  );
}

function emptyText(arePossible: boolean): string {
  if (!arePossible) return 'Passkeys need this site to have a domain name. It has none.';
  if (!canAdd) return 'Passkeys need a browser that supports them, and an https address.';
  return 'Sign in with a fingerprint, face or device PIN, without a password or code.';
}
