import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import {
  BREACH_STEPS,
  DATA_LABELS,
  type DataKind,
  STEP_LABELS,
} from '@insuremanager/contracts/privacy/breachKinds';
import type { LetterCounts } from '@insuremanager/contracts/privacy/breachViews';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Breach } from './breach.js';

export type ReportKind = 'initial' | 'detailed';

interface ReportInput {
  readonly breach: Breach;
  readonly letterhead: Letterhead;
  readonly letters: LetterCounts;
  /** Of all persons together. */
  readonly data: readonly DataKind[];
}

export interface BoardReport {
  readonly subject: string;
  readonly parts: readonly { readonly heading: string; readonly text: string }[];
}

const NOT_KNOWN = 'Not known yet.';
const TO = 'The Data Protection Board of India';
const count = new Intl.NumberFormat('en-IN');

/** A day and a time in Kolkata. */
export const formatMoment = (instant: string | Date): string => {
  const date = new Date(instant);
  const time = new Date(date.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 16);
  return `${formatDay(kolkataDay(date))}, ${time}`;
};

/**
 * What the Board is told: without delay what happened and the likely impact (DPDP Rules, 2025, rule
 * 7(2)(a)), and within 72 hours all that rule 7(2)(b) asks for. It names no customer.
 */
export function boardReport(kind: ReportKind, input: ReportInput): BoardReport {
  const { breach, letterhead, letters, data } = input;
  const { facts, awareAt } = breach;
  const said = (text: string | null | undefined) => text ?? NOT_KNOWN;
  const kinds = data.map((one) => `– ${DATA_LABELS[one]}`).join('\n');
  const extent =
    letters.persons === 0
      ? 'How many persons are concerned is not known yet.'
      : `${count.format(letters.persons)} ${letters.persons === 1 ? 'person' : 'persons'}. Kinds of data:\n${kinds}`;
  const contacts = [letterhead.address, letterhead.phone, letterhead.email];
  const initial = [
    { heading: 'Data fiduciary', text: [letterhead.name, ...contacts].filter(Boolean).join('\n') },
    { heading: 'Became aware', text: formatMoment(awareAt) },
    { heading: 'Nature of the breach', text: said(facts?.happened) },
    { heading: 'Extent', text: extent },
    { heading: 'Timing and location', text: said(facts?.occurred) },
    { heading: 'Likely impact', text: said(facts?.impact) },
  ];
  if (kind === 'initial')
    return { subject: 'Intimation of a personal data breach (rule 7(2)(a))', parts: initial };
  return {
    subject: 'Detailed report of a personal data breach (rule 7(2)(b))',
    parts: [
      ...initial,
      { heading: 'Events, circumstances and reasons', text: said(facts?.circumstances) },
      { heading: 'Measures to mitigate the risk', text: said(facts?.measures) },
      { heading: 'Findings about who caused it', text: said(facts?.findings) },
      { heading: 'Measures against a recurrence', text: said(facts?.remedies) },
      { heading: 'Intimations given to the persons', text: intimations(breach, letters) },
    ],
  };
}

function intimations({ steps }: Breach, letters: ReportInput['letters']): string {
  const { persons, sent, toBePrinted, waiting, sending, failed, unreachable } = letters;
  const of = (n: number, what: string) => (n > 0 ? `– ${count.format(n)} ${what}` : null);
  const lines = [
    `Of ${count.format(persons)} concerned:`,
    of(sent, 'informed by email'),
    of(waiting + sending, 'to be informed by email'),
    of(toBePrinted, 'without an email address: by letter'),
    of(failed, 'whose email was not delivered, or not known to be'),
    of(unreachable, 'whose record was deleted: no address is kept'),
    ...BREACH_STEPS.flatMap((step) => {
      const ended = steps[step];
      if (ended?.end !== 'done') return [];
      return [`– ${STEP_LABELS[step]}: done on ${formatMoment(ended.doneAt)}`];
    }),
  ];
  return lines.filter(Boolean).join('\n');
}

/** As text, to be pasted into a form of the Board. */
export const reportText = ({ subject, parts }: BoardReport): string =>
  [subject, `To: ${TO}`, ...parts.map(({ heading, text }) => `${heading}\n${text}`)].join('\n\n');

export const printedReport = ({ subject, parts }: BoardReport, agencyName: string) => ({
  ...{ to: [TO], subject, parts },
  closing: ['Yours faithfully,', agencyName],
});
