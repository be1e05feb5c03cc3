import { useEffect, useId, useState } from 'react';
import { useDebounced } from '../../ui/useDebounced';
import { InsurerInput } from './InsurerInput';
import './insurerFilter.css';

/** Milliseconds of rest before the insurer that is typed counts. */
const REST = 300;

interface InsurerFilterProps {
  insurer: string;
  onChange: (insurer: string | null) => void;
}

/** The insurer to which a screen is narrowed down, in its bar of filters. */
export function InsurerFilter({ insurer, onChange }: InsurerFilterProps) {
  const id = useId();
  const [text, setText] = useState(insurer);
  useEffect(() => setText(insurer), [insurer]);
  const changeSoon = useDebounced(onChange, REST);
  return (
    <div className="insurer-filter">
      <label htmlFor={id} className="visually-hidden">
        Insurer
      </label>
      <InsurerInput
        id={id}
        insurer={text}
        placeholder="Any insurer"
        onChange={(typed) => {
          setText(typed);
          changeSoon(typed.trim() || null);
        }}
      />
    </div>
  );
}
