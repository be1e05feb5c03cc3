import { Button, InputGroup, Intent, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { type ComponentProps, useEffect } from 'react';
import { CUSTOMER } from '../../features/customers/customer';
import { ActionMenu } from '../../ui/ActionMenu';
import { Avatar } from '../../ui/Avatar';
import BulkDialog from '../../ui/bulk/BulkDialog';
import type { BulkTask } from '../../ui/bulk/runBulk';
import { type Question, useConfirm } from '../../ui/Confirm';
import { ConfirmUnsaved } from '../../ui/ConfirmUnsaved';
import { Drawer } from '../../ui/Drawer';
import { Flyout } from '../../ui/Flyout';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';
import { ActionItems, MenuAt, MoreActions, RowMenu } from '../../ui/list/RowMenu';
import QuestionDialog from '../../ui/QuestionDialog';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { StatusBadge } from '../../ui/StatusBadge';
import { TakenTextDialog } from '../../ui/TakenTextDialog';
import { type Family, inStates } from '../family';
import { customerOf, done, IDS, nothing, TEXTS } from '../samples';

const POINT = { left: 120, top: 160 };

const MENU = (
  <ActionMenu label="Actions">
    <MenuItem text="Edit" icon={<Edit />} />
    <MenuItem text={TEXTS.Malayalam} active />
    <MenuItem text="Not now" disabled />
    <MenuDivider />
    <MenuItem text={TEXTS.long} icon={<Trash />} intent={Intent.DANGER} />
  </ActionMenu>
);
const ITEMS = <ActionItems type={CUSTOMER} onAction={nothing} />;

const drawer = (props: Partial<ComponentProps<typeof Drawer>>) => (onClose: () => void) => (
  <Drawer isOpen title={TEXTS.short} onClose={onClose} {...props}>
    {TEXTS.Malayalam}
  </Drawer>
);

const QUESTIONS: Readonly<Record<string, Question>> = {
  danger: { title: 'Delete Asha Menon?', text: 'This cannot be undone.', confirm: 'Delete' },
  'primary, long text': {
    ...{ title: `Write to ${TEXTS.long}?`, text: TEXTS.Malayalam, confirm: 'Write' },
    intent: Intent.PRIMARY,
  },
};

function Asked({ question }: { question: Question }) {
  const ask = useConfirm();
  useEffect(() => void ask(question), [ask, question]);
  return null;
}

const task = (id: number, undo?: BulkTask['undo']): BulkTask => ({
  ...{
    id,
    name: `${TEXTS.long} ${id}`,
    undo,
    toSend: (commandId) => CUSTOMER.remove(id, commandId),
  },
});

const bulk = (tasks: readonly BulkTask[]) => (onClose: () => void) => (
  <BulkDialog
    job={{
      ...{ title: 'Setting KYC status', names: CUSTOMER, tasks, onEnd: done },
      done: (what) => ({ title: 'KYC Status Set', description: `${what}: Verified.` }),
    }}
    onStart={nothing}
    onClose={onClose}
  />
);

/** What lies over the page. */
export const FLOATS: Family = {
  Flyout: {
    'a menu': (
      <Flyout content={MENU}>
        <Button>Menu</Button>
      </Flyout>
    ),
    'with fields': (
      <Flyout hasFields content={<p className="menu-loading">{TEXTS.Malayalam}</p>}>
        <Button>Fields</Button>
      </Flyout>
    ),
  },
  MoreActions: { usual: <MoreActions of={TEXTS.short}>{ITEMS}</MoreActions> },
  RowMenu: {
    usual: (onClose) => (
      <RowMenu type={CUSTOMER} menu={{ item: customerOf(), ...POINT }} onClose={onClose}>
        {() => ITEMS}
      </RowMenu>
    ),
  },
  MenuAt: { 'at a point': (onClose) => <MenuAt {...POINT} onClose={onClose} menu={MENU} /> },
  Drawer: {
    plain: drawer({}),
    'long text, with all in its head': drawer({
      title: TEXTS.long,
      subtitle: <StatusBadge status="pending" />,
      avatar: <Avatar name={TEXTS.short} size="large" />,
      actions: <Button intent={Intent.PRIMARY}>Verify KYC</Button>,
    }),
    'Malayalam, busy': drawer({ title: TEXTS.Malayalam, isBusy: true }),
    modal: drawer({ isModal: true }),
  },
  FormDialog: inStates(
    { primary: {}, danger: { intent: Intent.DANGER } },
    (props) => (onClose: () => void) => (
      <FormDialog
        {...{ title: TEXTS.long, submitLabel: 'Rename', onClose, ...props }}
        onSubmit={() => new Promise(nothing)}
      >
        <FormField label="Name" required hint="Submitted, it stays busy">
          {(field) => <InputGroup {...field} />}
        </FormField>
      </FormDialog>
    ),
  ),
  ReasonDialog: inStates(
    {
      usual: {},
      danger: { intent: Intent.DANGER, below: TEXTS.long },
      'another label': { label: 'Matter', hint: TEXTS.short, keyHint: 'Ctrl+Enter places' },
    },
    (props) => (onClose: () => void) => (
      <ReasonDialog
        {...{ title: TEXTS.long, submitLabel: 'Confirm', onClose, ...props }}
        onSubmit={async () => 'A second attempt is as good as the first.'}
      >
        <p>{TEXTS.Malayalam}</p>
      </ReasonDialog>
    ),
  ),
  TakenTextDialog: {
    usual: (onClose) => (
      <TakenTextDialog title="Link" label="Link" text={TEXTS.long} what="link" onClose={onClose}>
        {TEXTS.short}
      </TakenTextDialog>
    ),
  },
  QuestionDialog: inStates(QUESTIONS, (question) => (onClose: () => void) => (
    <QuestionDialog {...question} isOpen cancel="Cancel" onClose={onClose} onConfirm={onClose} />
  )),
  Confirm: inStates(QUESTIONS, (question) => () => <Asked question={question} />),
  ConfirmUnsaved: {
    usual: (onClose) => <ConfirmUnsaved isOpen onKeep={onClose} onDiscard={onClose} />,
  },
  BulkDialog: {
    'failed in part': bulk([
      task(IDS.there, () => (id) => CUSTOMER.remove(IDS.there, id)),
      task(IDS.failing),
    ]),
    'under way': bulk([task(IDS.there), task(IDS.pending)]),
  },
};
