import { Intent, ProgressBar } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../../ui/format';
import { rowsOf, timeLeft } from '../importTexts';
import type { ImportOf } from '../useImports';

interface PhaseProgressProps {
  one: ImportOf;
  title: string;
  /** It stands still. */
  isPaused?: boolean;
  children?: ReactNode;
}

/** How far what goes on in the background is, how fast, and how long it will take. */
export function PhaseProgress({ one, title, isPaused = false, children }: PhaseProgressProps) {
  const { rows, done } = one.counts;
  const rate = isPaused ? null : (one.rowsPerSecond ?? null);
  const share = rows === 0 ? 0 : Math.min(1, done / rows);
  const said = [
    `${formatCount(done)} of ${rowsOf(rows)}`,
    rate !== null && `${formatCount(rate)} a second`,
    timeLeft(rows - done, rate),
  ].filter(Boolean);
  return (
    <section className="import-card import-phase" aria-label={title}>
      <div className="import-phase-head">
        <h3>{title}</h3>
        <span className="import-share tabular">{Math.floor(share * 100)}%</span>
      </div>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <ProgressBar
          value={share}
          intent={isPaused ? Intent.NONE : Intent.PRIMARY}
          stripes={false}
          animate={false}
          aria-hidden="true"
        />
      </div>
      <p className="tabular">{said.join(' · ')}</p>
      {children}
    </section>
  );
}
