import { Button } from '@blueprintjs/core';
import { Pause, Play } from '@blueprintjs/icons';
import { operation } from '../../../data/operation';
import { PauseImportDocument, ResumeImportDocument } from '../../../data/operations.generated';
import { useImportChange } from '../useImportChange';
import type { ImportOf } from '../useImports';
import { UndoButton } from './DoneStep';
import { Figures } from './Figures';
import { PhaseProgress } from './PhaseProgress';
import './run.css';

/** It is being written, or was paused. */
export function RunStep({ one }: { one: ImportOf }) {
  const { id, state, counts } = one;
  const { change, isBusy } = useImportChange();
  const isPaused = state === 'paused';
  const pause = () =>
    change(() => operation(PauseImportDocument, { id }), 'Failed to pause. Please try again.');
  const resume = () =>
    change(() => operation(ResumeImportDocument, { id }), 'Failed to go on. Please try again.');
  return (
    <div className="import-run">
      <PhaseProgress one={one} title={isPaused ? 'Paused' : 'Importing'} isPaused={isPaused}>
        <p className="muted">
          {isPaused
            ? 'What is written stays. Nothing more is written until you go on.'
            : 'It goes on when you leave this page. A notification says when it has ended.'}
        </p>
        <div className="import-actions">
          {isPaused && <UndoButton one={one} />}
          {isPaused ? (
            <Button icon={<Play />} intent="primary" loading={isBusy} onClick={() => void resume()}>
              Resume
            </Button>
          ) : (
            <Button icon={<Pause />} loading={isBusy} onClick={() => void pause()}>
              Pause
            </Button>
          )}
        </div>
      </PhaseProgress>
      <Figures
        figures={[
          ['To be added', counts.created, 'good'],
          ['To be changed', counts.changed, 'good'],
          ['Left out', counts.rejected + counts.duplicates, 'bad'],
        ]}
      />
    </div>
  );
}
