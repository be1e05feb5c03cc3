import { z } from 'zod';
import { dayText, optionalDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { DAY_KINDS, DAY_RECORDS } from './dayKinds.js';

export const DayItem = z.object({
  key: z.string().describe('Names it for ever, such as quotation:12:2026-12-01'),
  kind: z.enum(DAY_KINDS),
  customerId: z.int().nullable().describe('Null where it is about none'),
  record: z.enum(DAY_RECORDS).describe('What it leads to'),
  recordId: z.int(),
  title: z.string().describe('The number of a policy, a quotation or a claim; the text of a task'),
  day: dayText()
    .nullable()
    .describe('The last day of cover or validity, the day of a task, a failure or a birthday'),
  hour: z.string().nullable().describe('HH:MM in Asia/Kolkata'),
  amount: z.string().nullable().describe('The premium at stake; rupees with two digits'),
  missing: z.int().nullable().describe('How many documents a claim lacks'),
  version: z.int().nullable().describe('Of a task, as it was seen'),
});
export type DayItem = z.infer<typeof DayItem>;

export const DayCount = z.object({
  kind: z.enum(DAY_KINDS),
  count: z.int(),
  isExact: z.boolean().describe('False: there are more than this'),
});

export const MyDay = z.object({
  today: dayText(),
  items: z.array(DayItem).describe('In the order in which they are worth most'),
  counts: z.array(DayCount).describe('Of the kinds that there are'),
});
export type MyDay = z.infer<typeof MyDay>;

const LONGEST_KEY = 60;

export const DayItemKey = z.object({
  key: z
    .string()
    .max(LONGEST_KEY)
    .regex(/^[a-z_]+:\d+:[0-9-]+$/, 'is not the key of an item'),
});

/** An item that is done, or put off. */
export const SetAsideInput = inputOf({
  until: optionalDay({
    label: 'Until',
    description: 'Put off until then; without a day it is done',
  }),
}).extend(DayItemKey.shape);
