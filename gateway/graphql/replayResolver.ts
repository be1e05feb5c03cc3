import { randomUUID } from 'node:crypto';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import {
  DELETIONS_SEARCHED,
  DeletedRecord,
  FoundRecord,
  KycPeriod,
  LeadsTo,
  MOST_FOUND,
  MOST_RAW_EVENTS,
  MovedRecords,
  PastField,
  PastRecord,
  RawEvent,
  RawEvents,
  REPLAYED_RECORDS,
  Replay,
  ReplayEvent,
  ReplayedMerge,
  type ReplayedRecord,
} from '@insuremanager/contracts/replay/replayViews';
import { isId } from '@insuremanager/contracts/rules/ids';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import {
  ALL_GROUPS,
  SEARCH_GROUPS,
  type SearchGroup,
} from '@insuremanager/contracts/search/searchViews';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import { GraphQLDateTime } from 'graphql-scalars';
import { Int } from 'type-graphql';
import { z } from 'zod';
import { maskedEventData } from '../access/maskedEvents.js';
import { type Found, searchEverything } from '../globalSearch.js';
import { searchText } from '../listQueries.js';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';
import './customerResolvers.js';
import './policyResolvers.js';
import './sharedTypes.js';
import { query, rootFields } from './rootFields.js';

const RecordEnum = enumType('ReplayedRecord', REPLAYED_RECORDS);

objectType('ReplayEvent', ReplayEvent, {
  description: 'An event of a record, described for people, and where it stands in the log.',
});
objectType('KycPeriod', KycPeriod);
objectType('PastField', PastField);
const FoundRecordType = objectType('FoundRecord', FoundRecord);
objectType('LeadsTo', LeadsTo);
objectType('MovedRecords', MovedRecords);
objectType('ReplayedMerge', ReplayedMerge);
const ReplayType = objectType('Replay', Replay, {
  description: 'All that ever happened to a record, also to one that was deleted.',
});
const PastRecordType = objectType('PastRecord', PastRecord);
objectType('RawEvent', RawEvent, {
  description: 'An event as the log holds it, and as this release reads it.',
});
const RawEventsType = objectType('RawEvents', RawEvents);
const DeletedRecordType = objectType('DeletedRecord', DeletedRecord);

const RECORD = { record: RecordEnum, id: Int };

/** What replays a record, for auditors: who asks for one is recorded. */
export const replayResolvers = rootFields({
  replay: query(
    ReplayType,
    {
      description: 'Event by event. Who asks is in the audit log.',
      complexity: 3 * LOOKUP_COST,
      args: RECORD,
    },
    ({ record, id }, context) => {
      requireId(record, id);
      return context.replay.replay({ record, id }, commandOf(context, randomUUID()));
    },
  ),

  recordAsOf: query(
    PastRecordType,
    {
      description: 'A record right after one of its events, or at an instant, beside now.',
      args: {
        ...RECORD,
        version: { type: Int, nullable: true, description: 'As its history says' },
        at: { type: GraphQLDateTime, nullable: true },
      },
    },
    ({ record, id, version, at }, { replay }) => {
      requireId(record, id);
      const moments = [
        ...(typeof version === 'number' ? [{ revision: version }] : []),
        ...(at ? [{ at: new Date(at) }] : []),
      ];
      const [moment] = moments;
      if (!moment || moments.length > 1) {
        const message = 'Say when: give version or at, one of the two';
        throw invalid([{ field: 'version', code: 'not-a-moment', message }]);
      }
      return replay.asOf({ record, id }, moment);
    },
  ),

  rawEvents: query(
    RawEventsType,
    {
      description: `At most ${MOST_RAW_EVENTS} events of a record from a revision on, as the log holds them. Who asks is in the audit log.`,
      complexity: LOOKUP_COST + 15 * MOST_RAW_EVENTS,
      args: {
        ...RECORD,
        from: Int,
        count: { type: Int, defaultValue: 1 },
        isAccess: {
          type: Boolean,
          defaultValue: false,
          description: 'Of who looked at a customer, in place of what happened to them',
        },
      },
    },
    async (request, context) => {
      const { record, id, from, count } = request;
      requireId(record, id);
      if (from < 0 || count < 1 || count > MOST_RAW_EVENTS) {
        const message = `Ask for 1 to ${MOST_RAW_EVENTS} events, from a revision on`;
        throw invalid([{ field: from < 0 ? 'from' : 'count', code: 'out-of-range', message }]);
      }
      const command = commandOf(context, randomUUID());
      const { items, nextFrom } = await context.replay.rawEvents(request, command);
      const { role } = context.user;
      return {
        items: items.map(({ data, ...event }) => ({
          ...event,
          today: data && JSON.stringify(maskedEventData(role, data), null, 2),
        })),
        nextFrom,
      };
    },
  ),

  recordsToReplay: query(
    [FoundRecordType],
    {
      description: `By its number, such as 12 or "policy 800"; by a word, as the search over everything knows them; and by the name of one among the last ${DELETIONS_SEARCHED} that were deleted.`,
      complexity: 20 * LOOKUP_COST,
      args: { query: String },
    },
    async (given, context) => {
      const { query: text } = validated(z.object({ query: searchText('query') }), given);
      if (!text) return [];
      const [numbered, matches] = await Promise.all([
        context.replay.find(text),
        searchEverything(context, context.user, 'query', text),
      ]);
      const known = new Set(numbered.map(keyOf));
      const matched = foundIn(matches).filter((one) => !known.has(keyOf(one)));
      return [...numbered, ...matched].slice(0, MOST_FOUND);
    },
  ),

  deletedRecords: query(
    [DeletedRecordType],
    {
      description: 'The records that were deleted last, the newest first.',
      complexity: 10 * LOOKUP_COST,
      args: { first: { type: Int, defaultValue: 20 } },
    },
    ({ first }, { replay }) => {
      if (first < 1 || first > DELETIONS_SEARCHED) {
        const message = `first must be 1 to ${DELETIONS_SEARCHED}`;
        throw invalid([{ field: 'first', code: 'out-of-range', message }]);
      }
      return replay.deleted(first);
    },
  ),
});

/** @throws Refusal `not-found` for what can be no record’s number. */
function requireId(record: ReplayedRecord, id: number): void {
  if (!isId(id)) throw notFound(record, id);
}

const keyOf = ({ record, id }: FoundRecord): string => `${record}-${id}`;

/** What is shown beside the name of a match of the search over everything, where it is not its number. */
const DETAILS: Readonly<Partial<Record<SearchGroup, (match: never) => string | null>>> = {
  customers: ({ phone }: { phone: string }) => formatPhone(phone),
  healthPolicies: (match: { insuranceCompany: string }) => match.insuranceCompany,
  vehiclePolicies: (match: { vehicleNumber: string }) => match.vehicleNumber,
  quotations: (match: { insuranceCompany: string | null }) => match.insuranceCompany,
};

const foundIn = (found: Found): FoundRecord[] =>
  ALL_GROUPS.flatMap((group) => {
    const { one, typename, owned }: RecordDeclaration = SEARCH_GROUPS[group].of;
    if (!REPLAYED_RECORDS.some((record) => record === one)) return [];
    return found[group].items.map((match) => {
      const { id, ...shown } = match as { id: number } & Record<string, unknown>;
      return {
        ...{ record: one as ReplayedRecord, id, name: String(shown[owned?.name ?? 'name']) },
        detail: DETAILS[group]?.(match as never) ?? `${typename} ${id}`,
        isDeleted: false,
      };
    });
  });
