import { Button, Checkbox } from '@blueprintjs/core';
import { Person } from '@blueprintjs/icons';
import { useState } from 'react';
import { operation } from '../../data/operation';
import { AssignRenewalDocument, type AssignRenewalMutation } from '../../data/operations.generated';
import type { Owner } from '../../records/renewals/useOwners';
import { useBulk } from '../../ui/bulk/bulk';
import { FormDialog } from '../../ui/FormDialog';
import { formatCount } from '../../ui/format';
import { usersToChoose } from '../../ui/labels';
import { SelectField } from '../../ui/SelectField';
import type { RenewalCard } from './boardMoves';
import type { BoardColumn } from './boardView';
import type { Board } from './useRenewalBoard';

interface AssignShownProps {
  board: Pick<Board, 'reload'>;
  columns: readonly BoardColumn[];
  owners: readonly Owner[];
}

/** Gives all open cards that the board shows to one owner; its filters say which these are. */
export function AssignShown({ board, columns, owners }: AssignShownProps) {
  const [isOpen, setOpen] = useState(false);
  const cards = columns.filter(({ column }) => isOpenIn(column)).flatMap((one) => one.cards);
  return (
    <>
      <Button icon={<Person />} disabled={cards.length === 0} onClick={() => setOpen(true)}>
        Set Owner…
      </Button>
      {isOpen && (
        <AssignDialog cards={cards} {...{ board, owners }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const isOpenIn = (column: BoardColumn['column']) => column !== 'renewed' && column !== 'lost';

interface AssignDialogProps extends Omit<AssignShownProps, 'columns'> {
  cards: readonly RenewalCard[];
  onClose: () => void;
}

const NO_OWNER = 'none';

function AssignDialog({ board, cards, owners, onClose }: AssignDialogProps) {
  const start = useBulk();
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [onlyFree, setOnlyFree] = useState(cards.some(({ ownerId }) => ownerId === null));
  const meant = onlyFree ? cards.filter(({ ownerId }) => ownerId === null) : cards;
  const options = [
    { value: '', label: 'Choose an owner' },
    ...usersToChoose(owners),
    { value: NO_OWNER, label: 'No owner' },
  ];
  const submit = async () => {
    if (chosen === '') return setProblem('Choose an owner');
    const ownerId = chosen === NO_OWNER ? null : Number(chosen);
    const others = meant.filter((card) => card.ownerId !== ownerId);
    if (others.length === 0) return setProblem('No cards to change');
    onClose();
    start({
      title: 'Setting owners',
      names: { one: 'renewal', many: 'renewals' },
      done: (what) => ({
        title: 'Owners Set',
        description: `${what}: ${options.find(({ value }) => value === chosen)?.label}.`,
      }),
      tasks: others.map(({ termId, policyNumber, version, ownerId: before }) => ({
        id: termId,
        name: policyNumber,
        toSend: (commandId) =>
          operation(AssignRenewalDocument, {
            ...{ termId, ownerId, expectedVersion: version, commandId },
          }),
        undo: (data) => (commandId) =>
          operation(AssignRenewalDocument, {
            ...{ termId, ownerId: before, commandId },
            // What others have changed since stays.
            expectedVersion: (data as AssignRenewalMutation).saved.renewal?.version ?? null,
          }),
      })),
      onEnd: async () => void (await board.reload()),
    });
  };
  return (
    <FormDialog title="Set owner" submitLabel="Set Owner" onClose={onClose} onSubmit={submit}>
      <p className="muted">
        {formatCount(meant.length)} open {meant.length === 1 ? 'card' : 'cards'} on the board.
      </p>
      <SelectField
        label="Owner"
        error={problem}
        options={options}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setProblem(undefined);
        }}
      />
      <Checkbox
        label="Only cards without an owner"
        checked={onlyFree}
        onChange={({ currentTarget: { checked } }) => {
          setOnlyFree(checked);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
