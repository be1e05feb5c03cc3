import { reasonInWords } from './comparison';
import type { DuplicatePair } from './useDuplicatePairs';
import './reasons.css';

type Reasoned = Pick<DuplicatePair, 'reasons' | 'firstName' | 'secondName'>;

/** Why two seem to be one person, what says most first. */
export const Reasons = ({ pair: { reasons, firstName, secondName } }: { pair: Reasoned }) => (
  <span className="duplicate-reasons">
    {reasons.map((reason) => (
      <span key={reason} className="duplicate-reason">
        {reasonInWords(reason, [firstName, secondName])}
      </span>
    ))}
  </span>
);
