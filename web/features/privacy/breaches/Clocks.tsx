import { Button, Intent } from '@blueprintjs/core';
import { Tick, Time, Undo } from '@blueprintjs/icons';
import { STEP_HOURS, STEP_LABELS } from '@insuremanager/contracts/privacy/breachKinds';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { operation } from '../../../data/operation';
import {
  type BreachShownFragment,
  EndBreachStepDocument,
  ReopenBreachStepDocument,
} from '../../../data/operations.generated';
import { formatInstant } from '../../../ui/format';
import { SectionCard } from '../../../ui/SectionCard';
import { Badge } from '../../../ui/StatusBadge';
import type { Tone } from '../../../ui/statusTones';
import { formatSpan } from '../moments';
import { useBreachChange } from './useBreachChange';

type Clock = BreachShownFragment['clocks'][number];

const LOOK_MS = 30_000;

/** The time as it passes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How a clock stands: in words, with their colour. */
export function clockState(
  { step, dueAt, end, doneAt }: Clock,
  now: number,
): readonly [Tone, string] {
  if (end === 'not_needed') return ['ended', 'Not needed'];
  if (end === 'done' && doneAt) {
    const late = Date.parse(doneAt) - Date.parse(dueAt);
    const isLate = STEP_HOURS[step] !== null && late > 0;
    return isLate ? ['bad', `Done ${formatSpan(late)} late`] : ['good', 'Done'];
  }
  const left = Date.parse(dueAt) - now;
  if (STEP_HOURS[step] === null) return ['bad', `Without delay: ${formatSpan(left)} so far`];
  return left >= 0
    ? [left < 6 * 3_600_000 ? 'bad' : 'wait', `${formatSpan(left)} left`]
    : ['bad', `${formatSpan(left)} overdue`];
}

const LAW: Readonly<Record<Clock['step'], string>> = {
  cert_in_reported: 'Of a cyber incident, within 6 hours (CERT-In, 28/04/2022)',
  board_informed: 'Without delay (DPDP Rules, 2025, rule 7(2)(a))',
  persons_informed: 'Without delay (rule 7(1))',
  board_report: 'Within 72 hours (rule 7(2)(b))',
};

/** Whoever pressed a button that is gone now goes on at the one in its place. */
function ClockActions({ end, children }: { end: Clock['end']; children: ReactNode }) {
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef(end);
  useEffect(() => {
    if (before.current === end) return;
    before.current = end;
    if (document.activeElement === document.body)
      buttons.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [end]);
  return (
    <div ref={buttons} className="breach-clock-actions">
      {children}
    </div>
  );
}

interface ClocksProps {
  breach: BreachShownFragment;
  onChanged: () => void;
}

/** What is owed to whom, until when, and what of it is done. */
export function Clocks({ breach, onChanged }: ClocksProps) {
  const now = useNow();
  const { id, clocks, awareAt, isClosed } = breach;
  const { change, busy } = useBreachChange(onChanged);
  const end = ({ step }: Clock, how: 'done' | 'not_needed') =>
    change(`${step} ${how}`, (commandId) =>
      operation(EndBreachStepDocument, {
        ...{ id, commandId },
        input: { step, end: how, doneAt: new Date().toISOString() },
      }),
    );
  return (
    <SectionCard title="Clocks">
      <p className="muted">Aware since {formatInstant(awareAt)}.</p>
      <ol className="breach-clocks">
        {clocks.map((clock) => {
          const [tone, label] = clockState(clock, now);
          const { step, dueAt, doneAt, doneBy } = clock;
          const name = STEP_LABELS[step];
          return (
            <li key={step} data-tone={tone}>
              <span className="breach-clock-mark" aria-hidden="true">
                {clock.end ? <Tick size={14} /> : <Time size={14} />}
              </span>
              <div className="breach-clock">
                <strong>
                  {name} <Badge tone={tone}>{label}</Badge>
                </strong>
                <span className="muted">
                  {clock.end
                    ? `${clock.end === 'done' ? `Done ${formatInstant(doneAt ?? '')}` : 'Not needed'}, ticked by ${doneBy}`
                    : `${LAW[step]}${STEP_HOURS[step] === null ? '' : `: until ${formatInstant(dueAt)}`}`}
                </span>
              </div>
              {!isClosed && (
                <ClockActions end={clock.end}>
                  {clock.end ? (
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<Undo />}
                      loading={busy === `${step} reopen`}
                      aria-label={`Untick: ${name}`}
                      onClick={() =>
                        void change(`${step} reopen`, (commandId) =>
                          operation(ReopenBreachStepDocument, { id, step, commandId }),
                        )
                      }
                    >
                      Untick
                    </Button>
                  ) : (
                    <>
                      {step === 'cert_in_reported' && (
                        <Button
                          size="small"
                          variant="minimal"
                          loading={busy === `${step} not_needed`}
                          aria-label={`Not needed: ${name}`}
                          onClick={() => void end(clock, 'not_needed')}
                        >
                          Not Needed
                        </Button>
                      )}
                      <Button
                        size="small"
                        intent={Intent.PRIMARY}
                        variant="outlined"
                        loading={busy === `${step} done`}
                        aria-label={`Done: ${name}`}
                        onClick={() => void end(clock, 'done')}
                      >
                        Done Now
                      </Button>
                    </>
                  )}
                </ClockActions>
              )}
            </li>
          );
        })}
      </ol>
    </SectionCard>
  );
}
