import { useApolloClient } from '@apollo/client/react';
import { Button, SegmentedControl, TextArea } from '@blueprintjs/core';
import { Annotation, Tick } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { proposedTask } from '@insuremanager/contracts/tasks/taskDays';
import { taskFields } from '@insuremanager/contracts/tasks/taskFields';
import type { TaskKind, TaskRecord } from '@insuremanager/contracts/tasks/taskKinds';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { operation } from '../../data/operation';
import {
  CreateTaskDocument,
  TasksOfDocument,
  type TaskWithCustomerFragment,
} from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { GoneRecord } from '../../ui/record/GoneRecord';
import { Loaded } from '../../ui/record/Loaded';
import { forgetFields } from '../../ui/record/recordType';
import { StatusBadge } from '../../ui/StatusBadge';
import { useAction } from '../../ui/useAction';
import { useToday } from '../../ui/useToday';
import { addressOfRecord, OPENED_HERE } from '../addresses';
import { useTaskSteps } from './useTaskSteps';
import './tasks.css';

interface TasksPanelProps {
  /** What they are about. A customer’s are also those of all their records. */
  of: { record: TaskRecord; id: number };
  /** Without it, they are only to be read. */
  canAdd: boolean;
  /** The record is in no list, and perhaps never was. */
  isGone: boolean;
}

const FORGOTTEN = ['tasks', 'myDay'];

/** Notes, calls and tasks of a record, the newest first; a note that names a day offers a task. */
export function TasksPanel({ of: { record, id }, canAdd, isGone }: TasksPanelProps) {
  const { cache } = useApolloClient();
  const refresh = () => forgetFields(cache, [...FORGOTTEN, `${record}History`]);
  const filter = record === 'customer' ? { customerId: id } : { onRecord: record, onId: id };
  return (
    <section className="held-panel" aria-label="Notes and tasks">
      {canAdd && <NoteForm record={record} id={id} onAdded={refresh} />}
      <Loaded
        query={operation(TasksOfDocument, { filter })}
        fetchPolicy="cache-and-network"
        what="the notes"
        rowHeight={56}
      >
        {({ tasks: { items, nextCursor } }) => (
          <>
            {items.length === 0 &&
              (isGone ? (
                <GoneRecord one={record} />
              ) : (
                <EmptyState icon={<Annotation size={20} />} text="No notes" />
              ))}
            <ul className="task-notes">
              {items.map((task) => (
                <Noted key={task.id} task={task} canChange={canAdd} onChanged={refresh} />
              ))}
            </ul>
            {nextCursor !== null && (
              <p className="muted">Only the latest {items.length} are shown here.</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const LABELS: Readonly<Record<TaskKind, string>> = { note: 'Note', call: 'Call', task: 'Task' };
const KINDS = (['note', 'call', 'task'] as const).map((value) => ({ value, label: LABELS[value] }));

interface NoteFormProps {
  record: TaskRecord;
  id: number;
  onAdded: () => void;
}

/** Typed in a breath: Enter writes it down, with the task that its words propose. */
function NoteForm({ record, id, onAdded }: NoteFormProps) {
  const today = useToday();
  const { act, busy } = useAction('Failed to save the note. Please try again.');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<TaskKind>('note');
  /** Of the text for which somebody wanted none. */
  const [withoutTask, setWithoutTask] = useState<string | null>(null);
  const proposed = withoutTask === text ? null : proposedTask(text, today);
  const when = proposed
    ? `${formatDay(proposed.dueOn)}${proposed.dueAt ? ` at ${proposed.dueAt}` : ''}`
    : null;

  const add = async () => {
    if (text.trim() === '' || busy) return;
    const due = proposed ?? { dueOn: kind === 'task' ? today : null, dueAt: null };
    const input = { text, kind, ...due, onRecord: record, onId: String(id) };
    const added = await act('add', (commandId) =>
      operation(CreateTaskDocument, { input, commandId }),
    );
    if (!added) return;
    setText('');
    onAdded();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void add();
    }
    if (event.key === 'Escape' && proposed) {
      // The drawer stays.
      event.stopPropagation();
      setWithoutTask(text);
    }
  };
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextArea
        aria-label="Note"
        placeholder="Rang 4 pm, call back Friday"
        dir="auto"
        fill
        rows={2}
        value={text}
        maxLength={taskFields.text.limit}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={onKeyDown}
      />
      <div className="note-form-foot">
        <SegmentedControl
          aria-label="Kind"
          size="small"
          options={KINDS}
          value={kind}
          onValueChange={(value) => setKind(value as TaskKind)}
        />
        <span className="note-proposed muted" role="status">
          {when && (
            <>
              Enter: to do on {when}{' '}
              <Button
                variant="minimal"
                size="small"
                onClick={() => setWithoutTask(text)}
                text="Only note"
              />
            </>
          )}
        </span>
        <Button type="submit" size="small" loading={busy === 'add'} disabled={text.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}

interface NotedProps {
  task: TaskWithCustomerFragment;
  canChange: boolean;
  onChanged: () => void;
}

function Noted({ task, canChange, onChanged }: NotedProps) {
  const { finish } = useTaskSteps(onChanged);
  const { id, text, kind, status, dueOn, dueAt, author, createdAt } = task;
  return (
    <li className="task-note">
      <Link to={addressOfRecord({ kind: 'task', id })} state={OPENED_HERE} dir="auto">
        {text}
      </Link>
      <span className="muted tabular">
        {LABELS[kind]} by {author}, {formatInstant(createdAt)}
      </span>
      {status !== 'noted' && (
        <span className="task-note-due">
          <StatusBadge status={status} />
          <span className="muted tabular">
            {dueOn && `Due ${formatDay(dueOn)}${dueAt ? ` at ${dueAt}` : ''}`}
          </span>
          {canChange && status === 'open' && (
            <Button size="small" icon={<Tick />} onClick={() => void finish({ id, dueOn })}>
              Done
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
