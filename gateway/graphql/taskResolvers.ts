import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import {
  DoneInput,
  doneFields,
  SnoozeInput,
  snoozeFields,
} from '@insuremanager/contracts/tasks/taskFields';
import { taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { enumsOf, inputType, objectType } from './describedTypes.js';
import { recordChange } from './recordResolvers.js';
import { rootFields, VERSION_SEEN } from './rootFields.js';

enumsOf('Task', taskRecord.view);
const Task = objectType('Task', taskRecord.view);
const Done = inputType('TaskDoneInput', doneFields);
const Snooze = inputType('TaskSnoozeInput', snoozeFields);
const saved = recordChange(taskRecord, Task);
const SEEN = { id: Int, expectedVersion: VERSION_SEEN } as const;

const fields = rootFields({
  finishTask: saved(
    {
      description: 'A repeated one is due again on its next day.',
      args: { ...SEEN, input: { type: Done, nullable: true } },
    },
    ({ id, input }, { tasks }, command) =>
      tasks.finish(id, validated(DoneInput, omitUndefined({ ...input })), command),
  ),

  reopenTask: saved({ args: SEEN }, ({ id }, { tasks }, command) => tasks.reopen(id, command)),

  snoozeTask: saved(
    { description: 'Puts it off until a day.', args: { ...SEEN, input: Snooze } },
    ({ id, input }, { tasks }, command) =>
      tasks.snooze(id, validated(SnoozeInput, omitUndefined(input)), command),
  ),
});

export const taskResolvers: ClassType[] = [fields];
