import { z } from 'zod';
import { LANGUAGES } from '../customers/customerFields.js';
import { instantText } from '../fields/dayFields.js';
import { inputOf, viewShapeOf } from '../fields/fields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { HistoryEntry } from '../history.js';
import { omit } from '../rules/objects.js';
import {
  ACCESS_KINDS,
  BREACH_STEPS,
  DATA_KINDS,
  LETTER_STATES,
  LONGEST_STRETCH_DAYS,
  STEP_ENDS,
} from './breachKinds.js';

const long = { limit: 4000, hasLines: true } as const;

/** What is typed of a breach; the reports to the Board are made of it. */
export const breachFields = {
  title: requiredText({ label: 'Title', limit: 120 }),
  happened: requiredText({ label: 'What happened', ...long, typing: { lines: 4 } }),
  occurred: optionalText({ label: 'When and where it happened', ...long }),
  impact: optionalText({ label: 'Likely impact', ...long }),
  circumstances: optionalText({ label: 'Events and reasons that led to it', ...long }),
  measures: optionalText({ label: 'Measures to mitigate the risk', ...long }),
  findings: optionalText({ label: 'Findings about who caused it', ...long }),
  remedies: optionalText({ label: 'Measures against a recurrence', ...long }),
};
export type BreachField = keyof typeof breachFields;

const INSTANT = 'Give a day and a time';
const instant = z
  .string(INSTANT)
  .refine((text) => !Number.isNaN(Date.parse(text)), INSTANT)
  .transform((text) => new Date(text).toISOString())
  .pipe(z.string().meta({ format: 'date-time' }));

export const BreachInput = inputOf(breachFields).extend({ awareAt: instant });
export type BreachInput = z.output<typeof BreachInput>;

const letterText = (label: string) => requiredText({ label, ...long }).input;

export const LetterInput = z.object({
  contact: requiredText({ label: 'Contact', limit: 500, hasLines: true }).input,
  texts: z
    .array(
      z.object({
        language: z.enum(LANGUAGES, `language is one of: ${LANGUAGES.join(', ')}`),
        happened: letterText('What happened'),
        consequences: letterText('Likely consequences'),
        measures: letterText('What we do'),
        advice: letterText('What you can do'),
      }),
    )
    .max(LANGUAGES.length, 'One text for each language')
    .refine((texts) => new Set(texts.map((one) => one.language)).size === texts.length, {
      message: 'One text for each language',
    })
    .refine((texts) => texts.some(({ language }) => language === 'en'), {
      message: 'Write the letter in English at least',
    }),
});
export type LetterInput = z.output<typeof LetterInput>;

const MOST_USERS = 200;
const DAY_MS = 86_400_000;

export const StretchInput = z
  .object({
    userIds: z
      .array(z.int().positive())
      .max(MOST_USERS, `At most ${MOST_USERS} users`)
      .transform((ids) => [...new Set(ids)].sort((a, b) => a - b)),
    from: instant,
    to: instant,
    kinds: z
      .array(z.enum(ACCESS_KINDS, `kinds are among: ${ACCESS_KINDS.join(', ')}`))
      .min(1, 'Choose at least one kind of access')
      .transform((kinds) => ACCESS_KINDS.filter((kind) => kinds.includes(kind))),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The end is after the beginning' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_STRETCH_DAYS * DAY_MS, {
    path: ['to'],
    message: `At most ${LONGEST_STRETCH_DAYS} days`,
  });
export type StretchInput = z.output<typeof StretchInput>;

export const StepInput = z.object({
  step: z.enum(BREACH_STEPS, `step is one of: ${BREACH_STEPS.join(', ')}`),
  end: z.enum(STEP_ENDS, `end is one of: ${STEP_ENDS.join(', ')}`),
  doneAt: instant,
});
export type StepInput = z.output<typeof StepInput>;

export const conclusionFields = {
  conclusion: requiredText({ label: 'Conclusion', ...long, typing: { lines: 5 } }),
};
export const ConclusionInput = inputOf(conclusionFields);

/** One clock of a breach. */
export const BreachClock = z.object({
  step: z.enum(BREACH_STEPS),
  dueAt: instantText(),
  isLate: z.boolean().describe('It is open, and was due'),
  end: z.enum(STEP_ENDS).nullable().describe('Null while it is open'),
  doneAt: instantText().nullable(),
  doneBy: z.string().nullable().describe('The username of who said so'),
});
export type BreachClock = z.infer<typeof BreachClock>;

/** A stretch of the log whose persons were confirmed. */
export const ConfirmedStretch = z.object({
  usernames: z.array(z.string()).describe('None: all users'),
  from: instantText(),
  to: instantText(),
  kinds: z.array(z.enum(ACCESS_KINDS)),
  count: z.int(),
  confirmedAt: instantText(),
  confirmedBy: z.string(),
});
export type ConfirmedStretch = z.infer<typeof ConfirmedStretch>;

/** What a letter says in one language, between its greeting and who can be asked (rule 7(1)). */
export const LetterTexts = z.object({
  happened: z.string(),
  consequences: z.string(),
  measures: z.string(),
  advice: z.string(),
});
export type LetterTexts = z.infer<typeof LetterTexts>;
export const LetterText = LetterTexts.extend({ language: z.enum(LANGUAGES) });

/** Those who have no text in their language get the English one. */
export const BreachLetter = z.object({ contact: z.string(), texts: z.array(LetterText) });
export type BreachLetter = z.infer<typeof BreachLetter>;

export const LetterCounts = z.object({
  persons: z.int().describe('Confirmed, each once'),
  unreachable: z.int().describe('Of these, deleted or erased: nothing can be written to them'),
  toBePrinted: z.int().describe('Without an email address'),
  waiting: z.int(),
  sending: z.int(),
  sent: z.int(),
  failed: z.int().describe('Refused, failed, or not known to have arrived'),
});
export type LetterCounts = z.infer<typeof LetterCounts>;

export const BreachView = z.object({
  id: z.int(),
  title: z.string(),
  openedAt: instantText(),
  openedBy: z.string(),
  awareAt: instantText(),
  isClosed: z.boolean(),
  closedAt: instantText().nullable(),
  clocks: z.array(BreachClock),
  version: z.int(),
});
export type BreachView = z.infer<typeof BreachView>;

export const BreachDetails = z.object({
  breach: BreachView,
  ...viewShapeOf(omit(breachFields, ['title'])),
  conclusion: z.string().nullable(),
  stretches: z.array(ConfirmedStretch),
  contact: z.string().nullable().describe('Null while no letter is written'),
  letterTexts: z.array(LetterText),
  proposedContact: z.string().describe('What a letter may begin with'),
  proposedTexts: z.array(LetterText),
  lettersRequestedAt: instantText().nullable(),
  letters: LetterCounts,
  boardInitial: z.string().describe('What the Board is told without delay, to be pasted'),
  boardDetailed: z.string().describe('What it is told within 72 hours'),
  history: z.array(HistoryEntry),
});
export type BreachDetails = z.infer<typeof BreachDetails>;

/** Whose data somebody had access to. */
export const StretchPerson = z.object({
  customerId: z.int(),
  data: z.array(z.enum(DATA_KINDS)),
  lastAt: instantText(),
});
export type StretchPerson = z.infer<typeof StretchPerson>;

/** An access to a whole list: which of its rows were seen is not recorded. */
export const StretchList = z.object({
  what: z.string().describe('Such as "customers, filtered by city"'),
  username: z.string(),
  at: instantText(),
  persons: z.int().describe('All who were in that list then'),
});
export type StretchList = z.infer<typeof StretchList>;

export const StretchView = z.object({
  count: z.int().describe('Persons'),
  entries: z.int().describe('Entries of the log'),
  lists: z.array(StretchList),
  persons: z.array(StretchPerson),
  nextCustomerId: z.int().nullable().describe('What the next page begins after; null: no more'),
});
export type StretchView = z.infer<typeof StretchView>;

/** A person whom a breach concerns, as it was confirmed. */
export const BreachPerson = z.object({
  customerId: z.int(),
  data: z.array(z.enum(DATA_KINDS)),
  letter: z.enum(LETTER_STATES),
});
export type BreachPerson = z.infer<typeof BreachPerson>;

export const BreachPersonPage = z.object({
  persons: z.array(BreachPerson),
  nextCustomerId: z.int().nullable(),
});
export type BreachPersonPage = z.infer<typeof BreachPersonPage>;
