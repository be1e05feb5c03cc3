import { Button, Intent, MenuItem, Spinner } from '@blueprintjs/core';
import { Cross, Trash } from '@blueprintjs/icons';
import { MOST_IN_BULK } from '@insuremanager/contracts/bulk';
import { useState } from 'react';
import { sentenceOf } from '../../../data/problems';
import type { RecordPages } from '../../../data/useRecordPages';
import { ActionMenu } from '../../ActionMenu';
import { useBulk } from '../../bulk/bulk';
import { useConfirm } from '../../Confirm';
import { Flyout } from '../../Flyout';
import { formatCount } from '../../format';
import type { RecordType, SavedRecord } from '../../record/recordType';
import { useToast } from '../../toaster/Toaster';
import { isTypedInto, useUncoveredKeys } from '../../useUncoveredKeys';
import { ExportButton } from '../exports/ExportButton';
import type { ListDesign } from '../listDesign';
import type { BulkChange } from './bulkChange';
import type { RowSelection } from './useSelection';

/** What can be done with the chosen records of a list. */
export interface BulkActions {
  /** Whether the user may change them. */
  canWrite: boolean;
  /** Brings the list up to date, and what else shows them. */
  onChanged: (ids: readonly number[]) => Promise<void>;
  onDeleted: (ids: readonly number[]) => Promise<void>;
}

export interface SelectionBarProps<Item extends SavedRecord, Sort extends string> {
  design: Omit<ListDesign<Item, Sort>, 'document'>;
  pages: RecordPages<Item>;
  selection: RowSelection<Item>;
  bulk: BulkActions;
}

/** How much of a list is chosen, and what can be done with it. */
export default function SelectionBar<Item extends SavedRecord, Sort extends string>(
  props: SelectionBarProps<Item, Sort>,
) {
  const { design, pages, selection, bulk } = props;
  const { count, records, clear } = selection;
  const { exported, list, columns, changes = [] } = design;
  const canChange = bulk.canWrite && count > 0;
  useUncoveredKeys(true, (event) => {
    if (event.key !== 'Escape' || isTypedInto(event.target)) return;
    // One key does one thing: a record that is open beside the list stays.
    event.preventDefault();
    clear();
  });
  return (
    <section className="selection-bar" aria-label="Selection">
      <span className="selection-count tabular" role="status">
        {formatCount(count)} selected
        {count === MOST_IN_BULK && '. No more can be selected at once'}
      </span>
      <SelectAll {...{ design, pages, selection }} />
      <span className="selection-actions">
        {canChange &&
          changes.map((change) => <ChangeButton key={change.label} change={change} {...props} />)}
        {exported && count > 0 && (
          <ExportButton
            variant="minimal"
            list={exported}
            description={list}
            columns={columns}
            content={{ ids: records.map(({ id }) => id) }}
          />
        )}
        {canChange && <DeleteButton {...props} />}
      </span>
      <Button
        variant="minimal"
        icon={<Cross />}
        className="selection-clear"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={clear}
      />
    </section>
  );
}

type SelectAllProps<Item extends SavedRecord, Sort extends string> = Pick<
  SelectionBarProps<Item, Sort>,
  'design' | 'pages' | 'selection'
>;

/** Chooses all that the filter leaves, also what is not loaded yet. */
function SelectAll<Item extends SavedRecord, Sort extends string>({
  design,
  pages,
  selection,
}: SelectAllProps<Item, Sort>) {
  const showToast = useToast();
  const [isLoading, setLoading] = useState(false);
  const total = pages.count;
  if (!total || selection.count >= Math.min(total.count, MOST_IN_BULK)) return null;
  const isWhole = total.exact && total.count <= MOST_IN_BULK;
  const add = async () => {
    setLoading(true);
    try {
      selection.add(await pages.loadFirst(MOST_IN_BULK));
    } catch (error) {
      const description = sentenceOf(error, `Failed to fetch ${design.names.many}`);
      showToast({ title: 'Error', description, tone: 'destructive' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="minimal"
      intent={Intent.PRIMARY}
      disabled={isLoading}
      icon={isLoading ? <Spinner size={14} /> : undefined}
      onClick={() => void add()}
    >
      Select {isWhole ? 'all' : 'the first'} {formatCount(isWhole ? total.count : MOST_IN_BULK)}
    </Button>
  );
}

interface ChangeButtonProps<Item extends SavedRecord, Sort extends string>
  extends SelectionBarProps<Item, Sort> {
  change: BulkChange<Item>;
}

/** A change of the chosen records, to one of several values. */
function ChangeButton<Item extends SavedRecord, Sort extends string>({
  change,
  design,
  selection,
  bulk,
}: ChangeButtonProps<Item, Sort>) {
  const start = useBulk();
  const { names, type } = design;
  const begin = ({ value, text }: BulkChange<Item>['choices'][number]) =>
    start({
      title: change.running,
      names,
      done: (what) => ({ title: change.ended, description: `${what}: ${text}.` }),
      tasks: selection.records.map((item) => ({
        id: item.id,
        name: type.nameOf(item),
        toSend: (commandId) => change.toSend(item, value, commandId),
        undo: (data) => (commandId) => change.undo(item, data, commandId),
      })),
      async onEnd(changed) {
        selection.remove(changed);
        await bulk.onChanged(changed);
      },
    });
  return (
    <Flyout
      placement="top-start"
      content={
        <ActionMenu label={change.label}>
          {change.choices.map((choice) => (
            <MenuItem key={choice.value} text={choice.text} onClick={() => begin(choice)} />
          ))}
        </ActionMenu>
      }
    >
      <Button variant="minimal" icon={<change.icon />}>
        {change.label}
      </Button>
    </Flyout>
  );
}

function DeleteButton<Item extends SavedRecord, Sort extends string>({
  design,
  selection,
  bulk,
}: SelectionBarProps<Item, Sort>) {
  const start = useBulk();
  const confirm = useConfirm();
  const { names, type } = design;
  const { records } = selection;
  const what = `${formatCount(records.length)} ${records.length === 1 ? names.one : names.many}`;
  const askAndDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${what}?`,
      text: 'Their history is kept. This cannot be undone.',
      confirm: `Delete ${what}`,
    });
    if (!isSure) return;
    start({
      title: `Deleting ${names.many}`,
      names,
      done: (deleted) => ({
        title: `${type.title} Deleted`,
        description: `${deleted} taken out of all lists.`,
      }),
      tasks: deletionTasks(type, records),
      async onEnd(deleted) {
        selection.remove(deleted);
        await bulk.onDeleted(deleted);
      },
    });
  };
  return (
    <Button
      variant="minimal"
      intent={Intent.DANGER}
      icon={<Trash />}
      onClick={() => void askAndDelete()}
    >
      Delete
    </Button>
  );
}

const deletionTasks = <Item extends SavedRecord>(
  type: RecordType<Item>,
  records: readonly Item[],
) =>
  records.map((record) => ({
    id: record.id,
    name: type.nameOf(record),
    toSend: (commandId: string) => type.remove(record.id, commandId),
  }));
