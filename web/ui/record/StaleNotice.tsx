import { Button, Callout, Intent, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { HistoryEntries } from './HistoryEntries';
import type { Contest, Rebased } from './rebased';
import type { FormatValue } from './recordType';
import './StaleNotice.css';

export type Whose = 'mine' | 'theirs';

interface StaleNoticeProps<Field extends string> {
  /** What a record is called, such as "customer". */
  one: string;
  rebased: Pick<Rebased<unknown, Record<Field, unknown>>, 'meanwhile'> & {
    contests: readonly Contest<Field>[];
  };
  onChoose: (field: Field, whose: Whose) => void;
  onTakeTheirs: () => void;
  formatValue: FormatValue;
}

/** Others were faster: what they did, and whose values are to stand where both changed something. */
export function StaleNotice<Field extends string>(props: StaleNoticeProps<Field>) {
  const { one, rebased, onChoose, onTakeTheirs, formatValue } = props;
  const { meanwhile, contests } = rebased;
  return (
    <Callout role="alert" intent={Intent.WARNING} icon={null} className="stale-notice">
      <h3>This {one} was changed while you were editing</h3>
      <p>
        Nothing you typed is lost. It now stands on top of the current version; save again to apply
        it.
      </p>
      <HistoryEntries entries={meanwhile} formatValue={formatValue} />
      {contests.map((contest) => (
        <ContestChoice key={contest.field} contest={contest} onChoose={onChoose} />
      ))}
      <Button size="small" onClick={onTakeTheirs}>
        Use theirs for everything
      </Button>
    </Callout>
  );
}

interface ContestChoiceProps<Field extends string> {
  contest: Contest<Field>;
  onChoose: (field: Field, whose: Whose) => void;
}

function ContestChoice<Field extends string>({ contest, onChoose }: ContestChoiceProps<Field>) {
  const [whose, setWhose] = useState<Whose>('mine');
  return (
    <RadioGroup
      label={`${contest.label}: both of you changed it`}
      className="stale-contest"
      selectedValue={whose}
      onChange={({ currentTarget: { value } }) => {
        const next = value === 'theirs' ? 'theirs' : 'mine';
        setWhose(next);
        onChoose(contest.field, next);
      }}
    >
      <Radio value="mine" label={`Mine: ${contest.mine}`} />
      <Radio value="theirs" label={`Theirs: ${contest.theirs}`} />
    </RadioGroup>
  );
}
