import { InputGroup } from '@blueprintjs/core';
import type { ComponentProps, ReactNode } from 'react';
import { CUSTOMER, type Customer } from '../../features/customers/customer';
import { FormField } from '../../ui/FormField';
import { EditDialog } from '../../ui/record/EditDialog';
import { FormFrame } from '../../ui/record/FormFrame';
import { RecordDialog } from '../../ui/record/RecordDialog';
import { FormNote, RecordForm } from '../../ui/record/RecordForm';
import { StaleNotice } from '../../ui/record/StaleNotice';
import type { RecordEdit } from '../../ui/record/useRecordForm';
import { type Family, inStates, within } from '../family';
import { customerOf, done, HISTORY, IDS, nothing, TEXTS } from '../samples';

type Edit = RecordEdit<Customer, { name: string }>;

const FIELD = (
  <FormField label="Name" required>
    {(field) => <InputGroup {...field} defaultValue={TEXTS.Malayalam} />}
  </FormField>
);
const STALE = {
  ...{ record: customerOf(), values: { name: TEXTS.long }, meanwhile: HISTORY.slice(1, 2) },
  contests: [{ field: 'name' as const, label: 'Name', mine: TEXTS.long, theirs: TEXTS.Malayalam }],
};
const EDIT: Omit<Edit, 'onClose'> = {
  ...{ type: CUSTOMER, base: customerOf(), stale: null, message: null, errors: [] },
  ...{ isSubmitting: false, submit: done, goTo: nothing, choose: nothing, takeTheirs: nothing },
};

const dialog = (show: (onClose: () => void) => ReactNode) => (onClose: () => void) => (
  <RecordDialog title={TEXTS.long} onClose={onClose}>
    {() => show(onClose)}
  </RecordDialog>
);
const form = (edit: Partial<Edit>) =>
  dialog((onClose) => <RecordForm edit={{ ...EDIT, ...edit, onClose }}>{FIELD}</RecordForm>);
const frame = (props: Partial<ComponentProps<typeof FormFrame>>) =>
  dialog((onClose) => (
    <FormFrame
      {...{ message: null, keyHint: null, isBusy: false, onClose, onSubmit: nothing }}
      {...{ closeLabel: 'Cancel', submitLabel: 'Save', ...props }}
    >
      {FIELD}
    </FormFrame>
  ));

/** Where a record is added or changed. */
export const FORMS: Family = {
  FormNote: { 'long text': within(420, <FormNote>{TEXTS.long}</FormNote>) },
  StaleNotice: inStates({ 'other fields': [], 'a field of both': STALE.contests }, (contests) =>
    within(
      420,
      <StaleNotice
        {...{ one: 'customer', rebased: { ...STALE, contests }, formatValue: CUSTOMER.formatValue }}
        onChoose={nothing}
        onTakeTheirs={nothing}
      />,
    ),
  ),
  FormFrame: {
    'a message': frame({ message: { text: TEXTS.long }, keyHint: 'Ctrl+Enter saves' }),
    'a warning': frame({ message: { text: TEXTS.Malayalam, isWarning: true } }),
    'ready, danger': frame({ isReady: true, intent: 'danger' }),
    busy: frame({ isBusy: true }),
  },
  RecordForm: {
    new: form({ base: null }),
    errors: form({ errors: [{ field: 'name', label: 'Name', message: TEXTS.long }] }),
    'others were faster': form({ stale: STALE }),
  },
  EditDialog: inStates({ new: null, ...IDS }, (id) => (onClose: () => void) => (
    <EditDialog {...{ type: CUSTOMER, id, change: null, onSaved: done, onClose }}>
      {(base) => <RecordForm edit={{ ...EDIT, base, onClose }}>{FIELD}</RecordForm>}
    </EditDialog>
  )),
};
