import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import type { FieldProps } from '../ui/FormField';
import './session.css';

interface PasswordInputProps extends FieldProps {
  name?: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Tells password managers which of them it is. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  size?: 'medium' | 'large';
}

/** A password, hidden until asked for, that says when Caps Lock would spoil it. */
export function PasswordInput({ size = 'medium', ...props }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'));
  const Icon = isShown ? EyeOff : EyeOpen;
  return (
    <>
      <InputGroup
        {...props}
        fill
        size={size}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLockOn(false)}
        rightElement={
          <Button
            variant="minimal"
            size={size}
            icon={<Icon />}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown((was) => !was)}
          />
        }
      />
      <span role="status" className="caps-lock">
        {isCapsLockOn && 'Caps Lock is on'}
      </span>
    </>
  );
}
