import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { TaskInputSchema, taskFields } from '@insuremanager/contracts/tasks/taskFields';
import { TASK_RECORDS, type TaskRecord } from '@insuremanager/contracts/tasks/taskKinds';
import { CreateTaskDocument, UpdateTaskDocument } from '../../data/operations.generated';
import { FieldsForm, type ShownFields } from '../../records/FieldsForm';
import { FieldGroups } from '../../records/FormFields';
import { formDesign } from '../../records/formDesign';
import { useOwners } from '../../records/renewals/useOwners';
import { useCurrentUser } from '../../session/SessionProvider';
import { usersToChoose } from '../../ui/labels';
import { idIn } from '../../ui/list/addressValues';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import type { FormValues } from '../../ui/record/fieldsForm';
import { saveBy } from '../../ui/record/useSaveRecord';
import { SelectField } from '../../ui/SelectField';
import { useAddress } from '../../ui/useAddress';
import { TASK, type Task } from './task';

const TASK_FORM = formDesign(TASK, taskFields, {
  schema: TaskInputSchema,
  groups: [
    { heading: 'What', fields: ['text', 'kind'] },
    { heading: 'When', fields: ['dueOn', 'dueAt', 'repeats'] },
    { heading: 'Who', fields: ['assigneeId'] },
  ],
  save: saveBy(CreateTaskDocument, UpdateTaskDocument),
});
type Values = FormValues<typeof taskFields>;

/** What cannot be understood in an address is an edit. */
export default function TaskDialog(dialog: Omit<EditDialogProps<Task>, 'children'>) {
  const { params } = useAddress();
  const { username } = useCurrentUser();
  const { owners } = useOwners();
  const own = owners.find((one) => one.username === username)?.id;
  const onRecord = TASK_RECORDS.find((one) => one === params.get('onRecord'));
  const onId = idIn(params, 'onId');
  const about: Partial<Record<'onRecord' | 'onId', string>> =
    onRecord && onId ? { onRecord: onRecord satisfies TaskRecord, onId: String(onId) } : {};
  return (
    <EditDialog {...dialog}>
      {(task, ends) =>
        // Whose it is at first is known only with the users.
        own === undefined && !task ? null : (
          <FieldsForm
            design={TASK_FORM}
            base={task}
            initial={{
              ...TASK_FORM.empty,
              ...about,
              dueOn: formatDay(kolkataDay(new Date())),
              assigneeId: String(own ?? ''),
            }}
            {...ends}
          >
            {(shown) => <TaskFields {...shown} />}
          </FieldsForm>
        )
      }
    </EditDialog>
  );
}

function TaskFields(shown: ShownFields<Task, Values>) {
  const { groups, form } = shown;
  return (
    <>
      <FieldGroups {...shown} groups={groups.filter(({ heading }) => heading !== 'Who')} />
      <fieldset>
        <legend>Who</legend>
        <Assignee
          value={shown.values.assigneeId}
          onChange={(id) => form.setValue('assigneeId', id, { shouldDirty: true })}
        />
      </fieldset>
    </>
  );
}

function Assignee({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { owners } = useOwners();
  return (
    <SelectField
      label="Whose"
      options={[{ value: '', label: 'Anybody' }, ...usersToChoose(owners)]}
      {...{ value, onChange }}
    />
  );
}
