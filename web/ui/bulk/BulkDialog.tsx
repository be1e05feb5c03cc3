import { Button, Dialog, DialogBody, DialogFooter, Intent, ProgressBar } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useSessionState } from '../../data/useSessionState';
import { formatCount } from '../format';
import { useToast } from '../toaster/Toaster';
import { useReturnFocus } from '../useReturnFocus';
import type { BulkJob } from './bulkJob';
import { type BulkDone, type BulkOutcome, reasonOf } from './runBulk';
import { useBulkRun } from './useBulkRun';
import './bulk.css';

interface BulkDialogProps {
  job: BulkJob;
  /** Starts another one in place of this. */
  onStart: (job: BulkJob) => void;
  onClose: () => void;
}

/** How long undoing is offered, in milliseconds. */
const UNDO_MS = 15_000;

/** How far a bulk change is, and in the end what was not done, and why. */
export default function BulkDialog({ job, onStart, onClose }: BulkDialogProps) {
  useReturnFocus();
  const showToast = useToast();
  const bulk = useBulkRun(job);
  const { isRunning, outcome } = bulk;
  const { done, failed, left } = outcome;
  const isWhole = !isRunning && failed.length + left.length === 0;
  const undo = undoOf(job, done);

  const finish = () => {
    onClose();
    if (done.length === 0) return;
    showToast({
      ...job.done(countOf(done.length, job.names)),
      ...(undo && { action: { text: 'Undo', onAction: () => onStart(undo) }, duration: UNDO_MS }),
    });
  };
  const finished = useRef(finish);
  finished.current = finish;
  useEffect(() => {
    if (isWhole) finished.current();
  }, [isWhole]);

  return (
    <Dialog
      isOpen
      title={isRunning ? job.title : 'Not everything was done'}
      onClose={isRunning ? bulk.stop : finish}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!isRunning}
      className="small-dialog"
    >
      <DialogBody>
        {isRunning ? (
          <BulkProgress title={job.title} ended={bulk.ended} total={bulk.total} />
        ) : (
          <BulkReport outcome={outcome} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          isRunning ? (
            <Button onClick={bulk.stop}>Stop</Button>
          ) : (
            <>
              {undo && (
                <Button variant="minimal" onClick={() => onStart(undo)}>
                  Undo what was done
                </Button>
              )}
              {bulk.repeatable > 0 && (
                <Button onClick={bulk.repeat}>Try {formatCount(bulk.repeatable)} again</Button>
              )}
              <Button intent={Intent.PRIMARY} onClick={finish}>
                Close
              </Button>
            </>
          )
        }
      />
    </Dialog>
  );
}

interface BulkProgressProps {
  title: string;
  ended: number;
  total: number;
}

function BulkProgress({ title, ended, total }: BulkProgressProps) {
  const { isOver } = useSessionState();
  return (
    <>
      <ProgressBar
        value={total === 0 ? 1 : ended / total}
        intent={Intent.PRIMARY}
        animate={false}
        aria-label={title}
      />
      <p className="bulk-count tabular" role="status">
        {isOver
          ? 'Waiting for you to sign in again.'
          : `${formatCount(ended)} of ${formatCount(total)} done. Keep this page open.`}
      </p>
    </>
  );
}

const BulkReport = ({ outcome: { done, failed, left } }: { outcome: BulkOutcome }) => (
  <>
    <p role="status">
      {formatCount(done.length)} done, {formatCount(failed.length + left.length)} not.
      {left.length > 0 && ` ${formatCount(left.length)} were not begun.`}
    </p>
    {failed.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key
      <ul className="bulk-failures" aria-label="Not done" tabIndex={0}>
        {failed.map(({ task, failure }) => (
          <li key={task.id}>
            <strong dir="auto">{task.name}</strong>
            <span className="muted">{reasonOf(failure)}</span>
          </li>
        ))}
      </ul>
    )}
  </>
);

const countOf = (count: number, { one, many }: BulkJob['names']): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What takes back what was done; null where that cannot be, or nothing was. */
function undoOf({ names, onEnd }: BulkJob, done: readonly BulkDone[]): BulkJob | null {
  const tasks = done.flatMap(({ task: { id, name, undo }, data }) =>
    undo ? [{ id, name, toSend: undo(data) }] : [],
  );
  if (tasks.length === 0) return null;
  return {
    title: 'Undoing',
    names,
    done: (what) => ({ title: 'Undone', description: `${what}: as before.` }),
    tasks,
    onEnd,
  };
}
