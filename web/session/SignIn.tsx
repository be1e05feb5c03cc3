import { Button, Callout, Intent } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import type { CurrentUser, SecondFactorWanted } from '@insuremanager/contracts/identity/userViews';
import { useEffect, useRef, useState } from 'react';
import {
  arePasskeysPossible,
  signInByOfferedPasskey,
  signInByPasskey,
  wasBrokenOff,
} from './passkeys';
import { RequestFailure } from './requests';
import { SecondStep } from './SecondStep';
import { SignInForm } from './SignInForm';
import './session.css';

interface SignInProps {
  onSignedIn: (user: CurrentUser) => void;
  /** Filled in already, such as for someone whose session ran out. */
  username?: string;
}

const EXPIRED = 'That took too long, or too many codes were wrong. Please sign in again.';
const hasPasskeys = arePasskeysPossible();

/** Signing in: by password, with a second step where one is asked for, or by a passkey. */
export function SignIn({ onSignedIn, username }: SignInProps) {
  const [second, setSecond] = useState<SecondFactorWanted | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useOfferedPasskey({
    isOn: hasPasskeys && second === null && !isAsking,
    onSignedIn,
    onFailure: setFailure,
  });

  if (second) {
    const back = (message: string | null) => {
      setSecond(null);
      setFailure(message);
    };
    return (
      <SecondStep
        methods={second.methods}
        onSignedIn={onSignedIn}
        onBack={() => back(null)}
        onExpired={() => back(EXPIRED)}
      />
    );
  }

  const askForPasskey = async () => {
    setFailure(null);
    setAsking(true);
    try {
      onSignedIn(await signInByPasskey());
    } catch (error) {
      if (!wasBrokenOff(error)) setFailure(messageOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {failure !== null && (
        <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
          {failure}
        </Callout>
      )}
      <SignInForm
        username={username}
        offersPasskeys={hasPasskeys}
        onAnswer={(answer) =>
          'requiresTwoFactor' in answer ? setSecond(answer) : onSignedIn(answer)
        }
        onFailure={setFailure}
      >
        <p className="forgot-password">
          <a href="/forgot-password">Forgot password?</a>
        </p>
      </SignInForm>
      {hasPasskeys && (
        <>
          <p className="sign-in-or" aria-hidden="true">
            or
          </p>
          <Button
            size="large"
            fill
            icon={<Key />}
            loading={isAsking}
            onClick={() => void askForPasskey()}
          >
            Sign in with a passkey
          </Button>
        </>
      )}
    </>
  );
}

const messageOf = (error: unknown): string =>
  error instanceof RequestFailure ? error.message : 'Login failed';

interface OfferedPasskey extends SignInProps {
  isOn: boolean;
  onFailure: (message: string) => void;
}

/** A device that agrees by itself would go on for ever with a passkey that is refused. */
const MOST_OFFERS = 3;

/** While it is on, the browser may offer passkeys by itself; what was refused is offered again. */
function useOfferedPasskey({ isOn, onSignedIn, onFailure }: OfferedPasskey): void {
  const [attempt, setAttempt] = useState(0);
  const handlers = useRef({ onSignedIn, onFailure });
  useEffect(() => {
    handlers.current = { onSignedIn, onFailure };
  });
  useEffect(() => {
    if (!isOn) return;
    let isCurrent = true;
    const offer = async () => {
      try {
        const user = await signInByOfferedPasskey();
        if (user && isCurrent) handlers.current.onSignedIn(user);
      } catch (error) {
        // The offer was not asked for: only what came of taking it up is said.
        if (!isCurrent || wasBrokenOff(error) || !wasRefused(error)) return;
        handlers.current.onFailure(messageOf(error));
        if (attempt + 1 < MOST_OFFERS) setAttempt(attempt + 1);
      }
    };
    void offer();
    return () => {
      isCurrent = false;
    };
  }, [isOn, attempt]);
}

const wasRefused = (error: unknown): boolean =>
  error instanceof RequestFailure && error.code === 'passkey-refused';
