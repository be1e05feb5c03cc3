import type { z } from 'zod';
import { choiceOr, optionalChoice } from '../fields/choiceFields.js';
import { optionalDay, requiredDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { optionalNumber } from '../fields/numberFields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { isId } from '../rules/ids.js';
import { wholeNumber } from '../rules/text.js';
import { hourIn } from './taskHours.js';
import { TASK_KINDS, TASK_RECORDS, TASK_REPEATS } from './taskKinds.js';

const number = (label: string, description: string) =>
  optionalNumber({
    ...{ label, description, message: `${label} must be a number of one` },
    sent: { minimum: 1, maximum: 2_147_483_647, pattern: '[1-9][0-9]{0,8}' },
    parse: (typed) => {
      const id = wholeNumber(typed);
      return isId(id) ? id : null;
    },
  });

/** The fields of a task, a note or a call, in the order in which they are shown. */
export const taskFields = {
  text: requiredText({ label: 'Text', limit: 1000, hasLines: true, mask: 'hidden' }),
  kind: choiceOr('task', { label: 'Kind', options: TASK_KINDS }),
  dueOn: optionalDay({ label: 'Due', description: 'Without a day a note or a call is only noted' }),
  dueAt: optionalText({
    label: 'Hour',
    description: 'HH:MM in Asia/Kolkata; 4 pm is understood',
    limit: 5,
    normalize: (typed) => hourIn(typed) ?? typed,
    check: [(hour) => hourIn(hour) === hour, 'Hour must be such as 16:00 or 4 pm'],
    pattern: '([01][0-9]|2[0-3]):[0-5][0-9]',
    typing: { example: '16:00' },
  }),
  repeats: choiceOr('never', { label: 'Repeats', options: TASK_REPEATS }),
  assigneeId: number('Whose', 'The number of the user who sees to it; absent: who adds it'),
  onRecord: optionalChoice({ label: 'About', options: TASK_RECORDS }),
  onId: number('Record', 'The number of the record that it is about; it never changes'),
} as const;
export const TaskInputSchema = inputOf(taskFields);

/** Until when a task is put off. */
export const snoozeFields = { until: requiredDay({ label: 'Until' }) } as const;
export const SnoozeInput = inputOf(snoozeFields);
export type SnoozeInput = z.output<typeof SnoozeInput>;

/** Which one is done: of a repeated task, that of a day. */
export const doneFields = {
  dueOn: optionalDay({ label: 'Due', description: 'As it was seen; another one stays open' }),
} as const;
export const DoneInput = inputOf(doneFields);
export type DoneInput = z.output<typeof DoneInput>;
