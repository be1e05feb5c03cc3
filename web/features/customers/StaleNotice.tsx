import { Button, Callout, Intent, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { HistoryEntries } from './HistoryEntries';
import type { Contest, Rebased } from './staleEdit';
import './StaleNotice.css';

interface StaleNoticeProps {
  rebased: Rebased;
  onChoose: (contest: Contest, whose: 'mine' | 'theirs') => void;
  onTakeTheirs: () => void;
}

/** Others were faster: what they did, and whose values are to stand where both changed something. */
export function StaleNotice({ rebased, onChoose, onTakeTheirs }: StaleNoticeProps) {
  const { meanwhile, contests } = rebased;
  return (
    <Callout role="alert" intent={Intent.WARNING} icon={null} className="stale-notice">
      <h3>This customer was changed while you were editing</h3>
      <p>
        Nothing you typed is lost. It now stands on top of the current version; save again to apply
        it.
      </p>
      <HistoryEntries entries={meanwhile} />
      {contests.map((contest) => (
        <ContestChoice key={contest.field} contest={contest} onChoose={onChoose} />
      ))}
      <Button size="small" onClick={onTakeTheirs}>
        Take theirs for everything
      </Button>
    </Callout>
  );
}

function ContestChoice({
  contest,
  onChoose,
}: Pick<StaleNoticeProps, 'onChoose'> & { contest: Contest }) {
  const [whose, setWhose] = useState<'mine' | 'theirs'>('mine');
  return (
    <RadioGroup
      label={`${contest.label}: both of you changed it`}
      className="stale-contest"
      selectedValue={whose}
      onChange={({ currentTarget: { value } }) => {
        const next = value === 'theirs' ? 'theirs' : 'mine';
        setWhose(next);
        onChoose(contest, next);
      }}
    >
      <Radio value="mine" label={`Mine: ${contest.mine}`} />
      <Radio value="theirs" label={`Theirs: ${contest.theirs}`} />
    </RadioGroup>
  );
}
