import type { PasswordVerdict } from '@insuremanager/contracts/identity/passwordRule';
import { useEffect, useRef, useState } from 'react';
import { FormField } from '../ui/FormField';
import type { Tone } from '../ui/statusTones';
import { PasswordInput } from './PasswordInput';
import './session.css';

interface NewPasswordFieldProps {
  name?: string;
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  /** What an attacker would try first: the username, the email address. */
  known?: readonly string[];
  size?: 'medium' | 'large';
  autoFocus?: boolean;
}

/** A password that is chosen, and under it how hard it is to guess. */
export function NewPasswordField({ label, error, known, ...input }: NewPasswordFieldProps) {
  const verdict = useVerdict(input.value, known);
  return (
    <FormField
      label={label}
      error={error}
      hint={verdict?.fault ?? 'At least 10 characters. Several unrelated words make a strong one.'}
      notes={<StrengthMeter verdict={verdict} />}
    >
      {(field) => <PasswordInput {...field} {...input} autoComplete="new-password" />}
    </FormField>
  );
}

const STRENGTHS: readonly { word: string; tone: Tone }[] = [
  { word: 'Very weak', tone: 'bad' },
  { word: 'Weak', tone: 'bad' },
  { word: 'Fair', tone: 'wait' },
  { word: 'Good', tone: 'good' },
  { word: 'Strong', tone: 'good' },
];

/** Empty until there is something to judge, so that nothing moves when there is. */
function StrengthMeter({ verdict }: { verdict: PasswordVerdict | null }) {
  const strength = verdict && STRENGTHS[verdict.score];
  // Long enough and hard to guess, and yet it leaked.
  const tone = strength?.tone === 'good' && verdict?.fault ? 'bad' : strength?.tone;
  return (
    <div className="password-strength">
      <span className="strength-bar" data-tone={tone} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={verdict !== null && step <= Math.max(1, verdict.score)} />
        ))}
      </span>
      <span role="status">{strength && `Strength: ${strength.word}`}</span>
    </div>
  );
}

/** The verdict on what is typed; null until there is one. The rule comes when it is first needed. */
function useVerdict(password: string, known: readonly string[] = []): PasswordVerdict | null {
  const [verdict, setVerdict] = useState<PasswordVerdict | null>(null);
  const words = useRef(known);
  useEffect(() => {
    words.current = known;
  });
  useEffect(() => {
    if (password === '') return setVerdict(null);
    let isCurrent = true;
    const judge = async () => {
      const { judgePassword } = await import('@insuremanager/contracts/identity/passwordRule');
      const judged = await judgePassword(password, words.current);
      if (isCurrent) setVerdict(judged);
    };
    // Without the rule, such as offline, the server's own judgement is all there is.
    judge().catch(() => isCurrent && setVerdict(null));
    return () => {
      isCurrent = false;
    };
  }, [password]);
  return verdict;
}
