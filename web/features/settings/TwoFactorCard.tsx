import { Button, Intent } from '@blueprintjs/core';
import type { Proof } from '@insuremanager/contracts/identity/userInputs';
import type {
  RecoveryCodes,
  SecurityView,
  TwoFactorSetup,
} from '@insuremanager/contracts/identity/userViews';
import { useState } from 'react';
import { useSession } from '../../session/SessionProvider';
import { useAsk, useShowFailure } from '../../session/useAsk';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import { ProofDialog } from './ProofDialog';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { TwoFactorSetupForm } from './TwoFactorSetupForm';

export interface SecurityCardProps {
  security: SecurityView;
  /** Asks anew how things stand. */
  onChanged: () => Promise<void>;
}

const SETUP_FAILED = 'Failed to setup 2FA';
const DISABLE_FAILED = 'Failed to disable 2FA';
const CODES_FAILED = 'Failed to make recovery codes';
/** Fewer are pointed out. */
const ENOUGH_CODES = 4;

/** The second step of signing in: set up, renewed, taken away. */
export function TwoFactorCard({ security, onChanged }: SecurityCardProps) {
  const { isTwoFactorEnabled, recoveryCodesLeft } = security;
  const { update } = useSession();
  const ask = useAsk();
  const showToast = useToast();
  const showFailure = useShowFailure();
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<'disable' | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const begin = async () => {
    setBusy(true);
    try {
      setSetup(await ask<TwoFactorSetup>('setup-2fa', { fallback: SETUP_FAILED }));
    } catch (error) {
      showFailure(error, SETUP_FAILED);
    } finally {
      setBusy(false);
    }
  };
  const enabled = async (recoveryCodes: readonly string[]) => {
    setSetup(null);
    setCodes(recoveryCodes);
    update({ isTwoFactorEnabled: true });
    showToast({ title: '2FA has been enabled successfully' });
    await onChanged();
  };
  const disable = async (proof: Proof) => {
    await ask('disable-2fa', { body: proof, fallback: DISABLE_FAILED });
    setAsked(null);
    update({ isTwoFactorEnabled: false });
    showToast({ title: '2FA has been disabled' });
    await onChanged();
  };
  const renewCodes = async (proof: Proof) => {
    const answer = await ask<RecoveryCodes>('recovery-codes', {
      body: proof,
      fallback: CODES_FAILED,
    });
    setAsked(null);
    setCodes(answer.recoveryCodes);
    await onChanged();
  };

  return (
    <SectionCard
      title="Two-factor authentication"
      state={
        isTwoFactorEnabled ? (
          <Badge tone="good">Enabled</Badge>
        ) : (
          <Badge tone="ended">Not enabled</Badge>
        )
      }
    >
      {isTwoFactorEnabled ? (
        <>
          <p className="muted">
            Signing in with your password also asks for a code from your authenticator app, or one
            sent by email.
          </p>
          <p>
            <span className="tabular">{recoveryCodesLeft}</span> recovery codes left.{' '}
            {recoveryCodesLeft < ENOUGH_CODES && (
              <strong>Make new ones before they run out.</strong>
            )}
          </p>
          <div className="button-row">
            <Button onClick={() => setAsked('codes')}>New Recovery Codes</Button>
            <Button variant="outlined" intent={Intent.DANGER} onClick={() => setAsked('disable')}>
              Disable 2FA
            </Button>
          </div>
        </>
      ) : setup ? (
        <TwoFactorSetupForm setup={setup} onEnabled={enabled} onCancel={() => setSetup(null)} />
      ) : (
        <>
          <p className="muted">
            A password can be guessed or stolen. With 2FA, signing in also asks for a code from an
            app on your phone.
          </p>
          <Button intent={Intent.PRIMARY} loading={isBusy} onClick={() => void begin()}>
            Enable 2FA
          </Button>
        </>
      )}
      {asked === 'disable' && (
        <ProofDialog
          title="Disable 2FA?"
          submitLabel="Disable 2FA"
          intent={Intent.DANGER}
          hasTwoFactor
          fallback={DISABLE_FAILED}
          onProved={disable}
          onClose={() => setAsked(null)}
        >
          <p className="muted">
            You will sign in with your password only. Your recovery codes will stop working.
          </p>
        </ProofDialog>
      )}
      {asked === 'codes' && (
        <ProofDialog
          title="New recovery codes"
          submitLabel="Make New Codes"
          hasTwoFactor
          fallback={CODES_FAILED}
          onProved={renewCodes}
          onClose={() => setAsked(null)}
        >
          <p className="muted">Your current codes will stop working.</p>
        </ProofDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </SectionCard>
  );
}
