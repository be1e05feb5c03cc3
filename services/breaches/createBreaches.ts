import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import {
  type BreachEvent,
  BreachPersonsListed,
  breachPersonsStream,
  breachStream,
  type Stretch,
} from '@insuremanager/contracts/privacy/breachEvents';
import {
  BREACH_STEPS,
  LETTERS_IN_A_FILE,
  type LetterState,
  stepDueAt,
} from '@insuremanager/contracts/privacy/breachKinds';
import type {
  BreachDetails,
  BreachInput,
  BreachView,
  ConfirmedStretch,
} from '@insuremanager/contracts/privacy/breachViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omit } from '@insuremanager/contracts/rules/objects';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { usernamesOf } from '../identity/index.js';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import { folded } from '../platform/commands/foldedStream.js';
import { conflict, notFound } from '../platform/errors.js';
import { type LogPosition, later } from '../platform/eventLog/eventLog.js';
import type { Platform } from '../platform/platform.js';
import type { SliceTables } from '../platform/slice.js';
import type { LetterPdfInput, PdfPrinter } from '../printing/index.js';
import { accessQueries } from './accessQueries.js';
import { boardReport, printedReport, reportText } from './boardReport.js';
import { type Breach, type BreachCommand, breachDecider } from './breach.js';
import type { Breaches, BreachPdf } from './breaches.js';
import { breachHistory } from './breachHistory.js';
import { breachQueries, type ConcernedPerson } from './breachQueries.js';
import { letterSender } from './letterSender.js';
import { personLetter, printedLetter, proposedTexts } from './personLetter.js';

export interface BreachTies {
  readonly customers: Pick<Customers, 'current'>;
  readonly agency: Pick<Agency, 'letterhead' | 'stationery'>;
  readonly printer: Pick<PdfPrinter, 'letters'>;
}

/** Numbers of customers in one event, and events in one append: an event store takes a megabyte. */
const IDS_IN_AN_EVENT = 4000;
const EVENTS_AT_ONCE = 10;
/** Letters renewed at once. */
const PAGE = 500;

/** Letters that wait for nobody's doing but ours. */
const UNMAILED: readonly LetterState[] = ['to_be_printed', 'refused', 'failed', 'not_known'];
const REACHABLE: readonly LetterState[] = [...UNMAILED, 'waiting', 'sending', 'sent'];

/** The capability "breaches" over a platform, its read models and its neighbours. */
export function createBreaches(
  platform: Platform,
  readModels: SliceTables,
  { customers, agency, printer }: BreachTies,
): Breaches {
  const { commands, ids, clock } = platform;
  const access = accessQueries(readModels);
  const queries = breachQueries(readModels);
  const usernames = usernamesOf(platform);
  const sender = letterSender({ ...platform, readModels, queries, customers, agency });

  const requireBreach = async (id: number): Promise<{ breach: Breach; version: number }> => {
    const { state: breach, version } = await commands.load(breachDecider, breachStream(id));
    if (!breach || version === null) throw notFound('breach', id);
    return { breach, version };
  };

  const run = async (
    command: BreachCommand,
    context: CommandContext,
    request: unknown = omit(command as BreachCommand & { now?: Date }, ['now']),
  ): Promise<SavedRecord<BreachView>> => {
    const stream = breachStream(command.breachId);
    const result = await commands.run(breachDecider, { stream, command, context, request });
    const { state, version, position, repeated } = result;
    if (!state) throw notFound('breach', command.breachId);
    return { record: viewOf(state, version, clock.now()), warnings: [], position, repeated };
  };

  const typed = ({ awareAt, ...facts }: BreachInput) => ({
    awareAt,
    facts: {
      ...{ title: facts.title, happened: facts.happened, occurred: facts.occurred ?? null },
      ...{ impact: facts.impact ?? null, circumstances: facts.circumstances ?? null },
      ...{ measures: facts.measures ?? null, findings: facts.findings ?? null },
      remedies: facts.remedies ?? null,
    },
  });

  /** Written down beside the breach, in parts: they count once they are confirmed. */
  const listPersons = async (
    breachId: number,
    confirmationId: number,
    stretch: Stretch,
    context: CommandContext,
  ): Promise<{ count: number; position: LogPosition | null }> => {
    const groups = await access.groups(stretch, await access.listsOf(stretch));
    const events = groups.flatMap(({ data, customerIds }) =>
      inParts(customerIds, IDS_IN_AN_EVENT).map((part) =>
        BreachPersonsListed({ breachId, confirmationId, data: [...data], customerIds: part }),
      ),
    );
    let position: LogPosition | null = null;
    for (const part of inParts(events, EVENTS_AT_ONCE)) {
      // A retry may find others than before: what counts is all that was written down.
      const command = { ...context, commandId: randomUUID() };
      position = (await commands.record(breachPersonsStream(breachId), part, command)).position;
    }
    return { count: groups.reduce((sum, group) => sum + group.customerIds.length, 0), position };
  };

  const letterFor = async (
    { letter }: Breach,
    { customerId, data }: ConcernedPerson,
    { name }: Letterhead,
  ): Promise<LetterPdfInput['letters'][number][]> => {
    if (!letter) throw conflict('no-letter', 'Write the letter first.');
    const customer = await customers.current(customerId);
    return customer ? [printedLetter(personLetter(customer, letter, data), customer, name)] : [];
  };

  const printed = async (
    fileName: string,
    title: string,
    letters: (letterhead: Letterhead) => Promise<LetterPdfInput['letters']>,
  ): Promise<BreachPdf> => {
    const stationery = await agency.stationery();
    const day = kolkataDay(clock.now());
    const all = await letters(stationery.letterhead);
    if (all.length === 0)
      throw conflict('no-letters-to-print', 'There is nobody to whom a letter can be printed.');
    const pdf = await printer.letters({ ...stationery, title, day, letters: all });
    return { fileName: `${fileName}-${day}.pdf`, content: Readable.from([pdf]) };
  };

  const reportOf = async (kind: 'initial' | 'detailed', breach: Breach) => {
    const [{ counts: letters, data }, letterhead] = await Promise.all([
      queries.letterCounts(breach.id),
      agency.letterhead(),
    ]);
    return boardReport(kind, { breach, letterhead, letters, data });
  };

  const stretchesOf = async ({ confirmations }: Breach): Promise<ConfirmedStretch[]> => {
    const names = await usernames(confirmations.flatMap(({ stretch }) => stretch.userIds));
    return confirmations.map(({ stretch, count, at, by }) => ({
      usernames: stretch.userIds.map((id) => names.get(id) ?? 'a former user'),
      ...{ from: stretch.from, to: stretch.to, kinds: stretch.kinds },
      ...{ count, confirmedAt: at.toISOString(), confirmedBy: by },
    }));
  };

  return {
    async list() {
      const found = await Promise.all((await queries.ids()).map((id) => requireBreach(id)));
      return found.map(({ breach, version }) => viewOf(breach, version, clock.now()));
    },

    async details(id): Promise<BreachDetails> {
      const events = await commands.readHistory<BreachEvent>(breachStream(id));
      const breach = folded(breachDecider, events);
      const last = events.at(-1);
      if (!breach || !last) throw notFound('breach', id);
      const { facts, letter, closed, lettersRequestedAt } = breach;
      const [{ counts: letters, data }, letterhead, stretches] = await Promise.all([
        queries.letterCounts(id),
        agency.letterhead(),
        stretchesOf(breach),
      ]);
      const report = (kind: 'initial' | 'detailed') =>
        reportText(boardReport(kind, { breach, letterhead, letters, data }));
      return {
        breach: viewOf(breach, Number(last.revision), clock.now()),
        ...{ happened: facts?.happened ?? '', occurred: facts?.occurred ?? null },
        ...{ impact: facts?.impact ?? null, circumstances: facts?.circumstances ?? null },
        ...{ measures: facts?.measures ?? null, findings: facts?.findings ?? null },
        ...{ remedies: facts?.remedies ?? null, conclusion: closed?.conclusion ?? null },
        stretches,
        ...{ contact: letter?.contact ?? null, letterTexts: letter?.texts ?? [] },
        proposedContact: contactOf(letterhead),
        proposedTexts: proposedTexts(),
        lettersRequestedAt: lettersRequestedAt?.toISOString() ?? null,
        letters,
        ...{ boardInitial: report('initial'), boardDetailed: report('detailed') },
        history: breachHistory(events),
      };
    },

    openClocks: queries.openClocks,

    async stretch(stretch, after, limit) {
      const lists = await access.listsOf(stretch);
      const [entries, { count, persons }, counts] = await Promise.all([
        access.countEntries(stretch),
        access.persons(stretch, lists, { after, limit: limit + 1 }),
        access.countOfEach(lists),
      ]);
      const shown = persons.slice(0, limit);
      return {
        ...{ count, entries },
        lists: lists.map(({ what, username, to }, nth) => ({
          ...{ what, username, at: to.toISOString(), persons: counts[nth] ?? 0 },
        })),
        persons: shown.map(({ customerId, data, lastAt }) => ({
          ...{ customerId, data: [...data], lastAt: lastAt.toISOString() },
        })),
        nextCustomerId: persons.length > limit ? (shown.at(-1)?.customerId ?? null) : null,
      };
    },

    async persons(id, after, limit) {
      await requireBreach(id);
      const found = await queries.persons(id, after, limit + 1);
      const shown = found.slice(0, limit);
      return {
        persons: shown.map(({ customerId, data, letter }) => ({
          ...{ customerId, data: [...data], letter },
        })),
        nextCustomerId: found.length > limit ? (shown.at(-1)?.customerId ?? null) : null,
      };
    },

    async open(input, context) {
      const breachId = await ids.allocateId('breach', context.commandId);
      const command = { type: 'OpenBreach', breachId, now: clock.now(), ...typed(input) } as const;
      return run(command, context, { type: 'OpenBreach', input });
    },

    describe: (breachId, input, context) =>
      run({ type: 'DescribeBreach', breachId, now: clock.now(), ...typed(input) }, context),

    writeLetter: (breachId, letter, context) =>
      run({ type: 'WriteLetter', breachId, letter }, context),

    async confirmPersons(breachId, stretch, context) {
      const { breach, version } = await requireBreach(breachId);
      if (breach.closed)
        throw conflict('breach-closed', 'This breach has been closed: nothing of it changes.');
      const confirmationId = await ids.allocateId('breachConfirmation', context.commandId);
      if (breach.confirmations.some(({ id }) => id === confirmationId)) {
        const record = viewOf(breach, version, clock.now());
        return { record, warnings: [], position: null, repeated: true };
      }
      const { count, position } = await listPersons(breachId, confirmationId, stretch, context);
      if (count === 0)
        throw conflict(
          'nobody-concerned',
          'In that time there is no access that concerns anybody.',
        );
      const saved = await run(
        { type: 'ConfirmPersons', breachId, confirmationId, stretch, count },
        context,
        { type: 'ConfirmPersons', breachId, stretch },
      );
      return { ...saved, position: later(position, saved.position) };
    },

    clearPersons: (breachId, context) => run({ type: 'ClearPersons', breachId }, context),
    requestLetters: (breachId, context) => run({ type: 'RequestLetters', breachId }, context),

    async renewLetters(breachId, context) {
      const { breach, version } = await requireBreach(breachId);
      const failed: readonly LetterState[] = ['refused', 'failed', 'not_known'];
      let position: LogPosition | null = null;
      for (let after = 0; ; ) {
        const page = await queries.personsWith(breachId, failed, { after, limit: PAGE });
        for (const { letterOf } of page)
          position = later(position, (await sender.renew(breachId, letterOf, context)).position);
        if (page.length < PAGE) break;
        after = page.at(-1)?.customerId ?? after;
      }
      const record = viewOf(breach, version, clock.now());
      return { record, warnings: [], position, repeated: position === null };
    },

    endStep: (breachId, input, context) =>
      run({ type: 'EndStep', breachId, now: clock.now(), ...input }, context),
    reopenStep: (breachId, step, context) => run({ type: 'ReopenStep', breachId, step }, context),

    async close(breachId, conclusion, context) {
      const { breach } = await requireBreach(breachId);
      const { counts } = await queries.letterCounts(breachId);
      if (breach.lettersRequestedAt && !breach.closed && counts.waiting + counts.sending > 0)
        throw conflict(
          'letters-waiting',
          'Some letters are still to be sent. Wait until they are.',
        );
      return run({ type: 'CloseBreach', breachId, conclusion }, context);
    },

    async letters(id, { of, part }) {
      const { breach } = await requireBreach(id);
      const states = of === 'all' ? REACHABLE : UNMAILED;
      const page = { after: 0, limit: LETTERS_IN_A_FILE, skip: (part - 1) * LETTERS_IN_A_FILE };
      const persons = await queries.personsWith(id, states, page);
      return printed(`letters-breach-${id}`, 'Letters', async (letterhead) => {
        const letters = persons.map((person) => letterFor(breach, person, letterhead));
        return (await Promise.all(letters)).flat();
      });
    },

    async letter(id, customerId) {
      const { breach } = await requireBreach(id);
      const person = await queries.person(id, customerId);
      if (!person) throw notFound('customer', customerId);
      return printed(`letter-breach-${id}-${customerId}`, 'Letter', (letterhead) =>
        letterFor(breach, person, letterhead),
      );
    },

    async report(id, kind) {
      const { breach } = await requireBreach(id);
      const report = await reportOf(kind, breach);
      return printed(`${kind}-report-breach-${id}`, 'Report', async ({ name }) => [
        printedReport(report, name),
      ]);
    },

    sendLetters: sender.sendLetters,
  };
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}

/** Who answers on behalf of the agency. */
const contactOf = ({ name, phone, email }: Letterhead): string =>
  [name, phone, email].filter(Boolean).join('\n');

const viewOf = (breach: Breach, version: number, now: Date): BreachView => {
  const { id, facts, opened, awareAt, closed, steps } = breach;
  return {
    ...{ id, title: facts?.title ?? `Breach ${id}`, version, awareAt },
    ...{ openedAt: opened.at.toISOString(), openedBy: opened.by },
    ...{ isClosed: closed !== null, closedAt: closed?.at.toISOString() ?? null },
    clocks: BREACH_STEPS.map((step) => {
      const ended = steps[step];
      const dueAt = stepDueAt(step, new Date(awareAt));
      return {
        ...{ step, dueAt: dueAt.toISOString(), isLate: !ended && !closed && dueAt < now },
        ...{ end: ended?.end ?? null, doneAt: ended?.doneAt ?? null, doneBy: ended?.by ?? null },
      };
    }),
  };
};
