import { Button } from '@blueprintjs/core';
import { ArrowLeft, Import, Tick, WarningSign } from '@blueprintjs/icons';
import { Link, useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { DiscardImportDocument } from '../../data/operations.generated';
import { useConfirm } from '../../ui/Confirm';
import { formatInstant } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { CheckStep } from './check/CheckStep';
import { ColumnsStep } from './columns/ColumnsStep';
import {
  isUnstarted,
  kindsOf,
  rowsOf,
  STATES,
  STEP_LABELS,
  STEPS,
  type Step,
  stepOf,
} from './importTexts';
import { DoneStep } from './run/DoneStep';
import { RunStep } from './run/RunStep';
import { useImportChange } from './useImportChange';
import { type ImportOf, useImport } from './useImports';

/** One import: its steps, and the one that it is at. */
export function ImportPage({ id }: { id: number }) {
  const { found, error, retry } = useImport(id);
  if (error && !found) return <LoadFailure what="the import" error={error} onRetry={retry} />;
  if (found === undefined) return <SkeletonRows height={72} what="the import" />;
  if (found === null) return <NoImport />;
  return <Steps one={found} />;
}

export const NoImport = () => (
  <EmptyState
    icon={<Import size={20} />}
    text="There is no such import"
    action={<Link to="/import">All imports</Link>}
  />
);

function Steps({ one }: { one: ImportOf }) {
  const { params } = useAddress();
  const at = stepOf(one.state);
  // What was checked can be read otherwise, as long as nothing is written.
  const isBack = at === 'check' && params.get('step') === 'columns';
  const shown = isBack ? 'columns' : at;
  return (
    <div className="import-page">
      <Head one={one} at={at} shown={shown} />
      {one.problem !== null && one.state !== 'failed' && (
        <p className="import-note import-bad" role="alert">
          <WarningSign size={14} /> {one.problem}
        </p>
      )}
      <Shown one={one} step={shown} />
    </div>
  );
}

function Shown({ one, step }: { one: ImportOf; step: Step }) {
  if (one.state === 'failed') return <Failed one={one} />;
  if (one.state === 'reading') {
    return (
      <p className="import-reading muted" role="status">
        Reading the file: {rowsOf(one.counts.rows)} so far. You can leave this page.
      </p>
    );
  }
  switch (step) {
    case 'columns':
      return <ColumnsStep one={one} />;
    case 'check':
      return <CheckStep one={one} />;
    case 'run':
      return <RunStep one={one} />;
    case 'done':
      return <DoneStep one={one} />;
  }
}

const Failed = ({ one }: { one: ImportOf }) => (
  <EmptyState
    icon={<WarningSign size={20} />}
    text={one.problem ?? 'The file could not be read'}
    action={<Link to="/import">Choose another file</Link>}
  />
);

interface HeadProps {
  one: ImportOf;
  /** How far it is, and what is looked at. */
  at: Step;
  shown: Step;
}

function Head({ one, at, shown }: HeadProps) {
  const { fileName, state, startedBy, uploadedAt, counts, sheets } = one;
  const { label, tone } = STATES[state];
  const about = [
    kindsOf(sheets),
    rowsOf(counts.rows),
    `by ${startedBy}, ${formatInstant(uploadedAt)}`,
  ];
  return (
    <header className="import-head">
      <div className="import-about">
        <Link to="/import" className="import-back">
          <ArrowLeft size={12} /> Imports
        </Link>
        <div className="import-title">
          <h2 dir="auto">{fileName}</h2>
          <Badge tone={tone}>{label}</Badge>
          {isUnstarted(state) && <Discard one={one} />}
        </div>
        <p className="muted tabular">{about.filter(Boolean).join(' · ')}</p>
      </div>
      <StepNav at={at} shown={shown} />
    </header>
  );
}

/** The steps: those behind, the one that is shown, those to come. */
const StepNav = ({ at, shown }: Pick<HeadProps, 'at' | 'shown'>) => (
  <nav aria-label="Steps">
    <ol className="import-steps">
      {STEPS.map((step, nth) => {
        const isPast = nth < STEPS.indexOf(at);
        const mark = (
          <>
            <span className="import-step-mark" aria-hidden="true">
              {isPast ? <Tick size={12} /> : nth + 1}
            </span>
            <span className="import-step-name">{STEP_LABELS[step]}</span>
          </>
        );
        // Before anything is written, one can go back to the columns, and to the check again.
        const canGo = at === 'check' && (step === 'columns' || step === 'check');
        return (
          <li key={step} data-past={isPast} aria-current={step === shown ? 'step' : undefined}>
            {canGo && step !== shown ? (
              <Link to={{ search: step === 'columns' ? '?step=columns' : '' }}>{mark}</Link>
            ) : (
              <span>{mark}</span>
            )}
          </li>
        );
      })}
    </ol>
  </nav>
);

/** Takes away what was never started. */
function Discard({ one: { id, fileName } }: { one: ImportOf }) {
  const navigate = useNavigate();
  const ask = useConfirm();
  const { change, isBusy } = useImportChange();
  const discard = async () => {
    const isMeant = await ask({
      title: 'Discard this import?',
      text: `${fileName} and what you said about it are removed. Nothing has been imported.`,
      confirm: 'Discard',
    });
    if (!isMeant) return;
    const toSend = () => operation(DiscardImportDocument, { id });
    if (await change(toSend, 'Failed to discard the import. Please try again.'))
      navigate('/import');
  };
  return (
    <Button variant="minimal" size="small" loading={isBusy} onClick={() => void discard()}>
      Discard
    </Button>
  );
}
