import { ERASED, type HistoryEntry } from '@insuremanager/contracts/history';
import {
  type PersonRequestEvent,
  personRequestStream,
} from '@insuremanager/contracts/privacy/requestEvents';
import {
  CHANNEL_LABELS,
  OUTCOME_LABELS,
  RIGHT_LABELS,
} from '@insuremanager/contracts/privacy/requestKinds';
import {
  type PersonRequestFilter,
  type PersonRequestView,
  personRequestList,
} from '@insuremanager/contracts/privacy/requestViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import { type Customers, requireCustomer } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import { folded } from '../platform/commands/foldedStream.js';
import { notFound } from '../platform/errors.js';
import { describeHistory, type EventDescription } from '../platform/history.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import { listQueries } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { unreachable } from '../platform/unreachable.js';
import type { PersonRequests } from './personRequests.js';
import { type PersonRequest, type PersonRequestCommand, personRequestDecider } from './request.js';
import { type PersonRequestRow, personRequestsTable } from './requestProjector.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault'>;

/** The capability "requests of persons" over a platform, its read models and its neighbours. */
export function createPersonRequests(
  { commands, ids, clock, vault }: Parts,
  tables: ReadTables,
  {
    customers,
    agency,
  }: {
    readonly customers: Pick<Customers, 'findStatus' | 'remainingOf'>;
    readonly agency: Pick<Agency, 'settings'>;
  },
): PersonRequests {
  const today = () => kolkataDay(clock.now());
  const table = () => tables.from(personRequestsTable.name);

  const filtered = ({ state, ...rest }: PersonRequestFilter) => {
    const query = applyFilter(table(), personRequestsTable, personRequestList.criteria, rest, {
      state: null,
    });
    if (state === 'closed') return query.whereNotNull('outcome');
    if (state) query.whereNull('outcome');
    return state === 'overdue' ? query.where('due_on', '<', today()) : query;
  };
  const { list, count } = listQueries(
    {
      ...{ tables, cursors: createListCursors(vault), table: personRequestsTable },
      sorts: { due: 'rank' } as const,
    },
    filtered,
    (row: PersonRequestRow) => viewOfRow(row, today()),
  );

  const run = async (
    command: PersonRequestCommand,
    context: CommandContext,
    request: unknown,
  ): Promise<SavedRecord<PersonRequestView>> => {
    const { state, version, position, repeated } = await commands.run(personRequestDecider, {
      ...{ stream: personRequestStream(command.requestId), command, context, request },
    });
    if (!state) throw notFound('request', command.requestId);
    return { record: await viewNow(state, version), warnings: [], position, repeated };
  };

  /** As the list shows it: of the customer to whom the number leads under which it was received. */
  const viewNow = async (request: PersonRequest, version: number): Promise<PersonRequestView> => ({
    ...viewOf(request, version, today()),
    customerId: await customers.remainingOf(request.customerId),
  });

  return {
    list,
    count,

    async details(id) {
      const events = await commands.readHistory<PersonRequestEvent>(personRequestStream(id));
      const request = folded(personRequestDecider, events);
      const last = events.at(-1);
      if (!request || !last) throw notFound('request', id);
      return {
        request: await viewNow(request, Number(last.revision)),
        words: request.words,
        answer: request.closed?.answer ?? null,
        history: requestHistory(events),
      };
    },

    async due(withinDays, limit) {
      const rows: PersonRequestRow[] = await table()
        .select('*')
        .whereNull('outcome')
        .where('due_on', '<=', addDays(today(), withinDays))
        .orderBy(['due_on', 'id'])
        .limit(limit);
      return rows.map((row) => viewOfRow(row, today()));
    },

    async receive(input, context) {
      const requestId = await ids.allocateId('personRequest', context.commandId);
      const known = await commands.load(personRequestDecider, personRequestStream(requestId));
      if (!known.state) await requireCustomer(customers, input.customerId);
      const { requestDays: days } = await agency.settings();
      return run(
        { type: 'ReceiveRequest', requestId, request: input, days, today: today() },
        context,
        { type: 'ReceiveRequest', input },
      );
    },

    close: (requestId, closing, context) =>
      run({ type: 'CloseRequest', requestId, closing, today: today() }, context, {
        ...{ type: 'CloseRequest', requestId, closing },
      }),

    reopen: (requestId, context) =>
      run({ type: 'ReopenRequest', requestId }, context, { type: 'ReopenRequest', requestId }),
  };
}

const viewOf = (request: PersonRequest, version: number, today: Day): PersonRequestView => {
  const { closed, words: _, ...facts } = request;
  return {
    ...facts,
    isOverdue: closed === null && facts.dueOn < today,
    outcome: closed?.outcome ?? null,
    closedOn: closed?.on ?? null,
    version,
  };
};

const viewOfRow = (row: PersonRequestRow, today: Day): PersonRequestView => ({
  ...{ id: row.id, customerId: row.customer_id, right: row.right_asked, channel: row.channel },
  ...{ receivedOn: row.received_on, dueOn: row.due_on },
  isOverdue: row.outcome === null && row.due_on < today,
  ...{ outcome: row.outcome, closedOn: row.closed_on, version: row.version },
});

const requestHistory = (events: readonly RecordedEvent<PersonRequestEvent>[]): HistoryEntry[] =>
  describeHistory(events, personRequestDecider, describe);

const typed = (label: string, field: string, text: string | null): EventDescription['changes'] =>
  text === null ? [] : [{ field, label, before: null, after: text }];

function describe(event: RecordedEvent<PersonRequestEvent>): EventDescription {
  switch (event.type) {
    case 'PersonRequestReceived': {
      const { right, channel, receivedOn, dueOn, personal } = event.data;
      return {
        summary: `${RIGHT_LABELS[right]} asked for on ${formatDay(receivedOn)} (${CHANNEL_LABELS[channel].toLowerCase()}), to be answered by ${formatDay(dueOn)}`,
        changes: typed('In words', 'words', personal ? personal.words : ERASED),
      };
    }
    case 'PersonRequestClosed': {
      const { outcome, personal } = event.data;
      return {
        summary: `Closed: ${OUTCOME_LABELS[outcome].toLowerCase()}`,
        changes: typed('Answer', 'answer', personal ? personal.answer : ERASED),
      };
    }
    case 'PersonRequestReopened':
      return { summary: 'Reopened', changes: [] };
    default:
      return unreachable(event);
  }
}
