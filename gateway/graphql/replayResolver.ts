import { randomUUID } from 'node:crypto';
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
import { ALL_GROUPS, type SearchGroup } from '@insuremanager/contracts/search/searchViews';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { z } from 'zod';
import { maskedEventData } from '../access/maskedEvents.js';
import { type Found, searchEverything } from '../globalSearch.js';
import { searchText } from '../listQueries.js';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';
import './customerResolvers.js';
import './policyResolvers.js';
import './sharedTypes.js';

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

/** What replays a record, for auditors: who asks for one is recorded. */
@Resolver()
export class ReplayResolver {
  @Query(() => ReplayType, {
    description: 'Event by event. Who asks is in the audit log.',
    complexity: 3 * LOOKUP_COST,
  })
  replay(
    @Arg('record', () => RecordEnum) record: ReplayedRecord,
    @Arg('id', () => Int) id: number,
    @Ctx() context: GraphqlContext,
  ): Promise<Replay> {
    requireId(record, id);
    return context.replay.replay({ record, id }, commandOf(context, randomUUID()));
  }

  @Query(() => PastRecordType, {
    description: 'A record right after one of its events, or at an instant, beside now.',
    complexity: LOOKUP_COST,
  })
  recordAsOf(
    @Arg('record', () => RecordEnum) record: ReplayedRecord,
    @Arg('id', () => Int) id: number,
    @Arg('version', () => Int, { nullable: true, description: 'As its history says' })
    version: number | null,
    @Arg('at', () => GraphQLDateTime, { nullable: true }) at: Date | null,
    @Ctx() { replay }: GraphqlContext,
  ): Promise<PastRecord> {
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
  }

  @Query(() => RawEventsType, {
    description: `At most ${MOST_RAW_EVENTS} events of a record from a revision on, as the log holds them. Who asks is in the audit log.`,
    complexity: LOOKUP_COST + 15 * MOST_RAW_EVENTS,
  })
  async rawEvents(
    @Arg('record', () => RecordEnum) record: ReplayedRecord,
    @Arg('id', () => Int) id: number,
    @Arg('from', () => Int) from: number,
    @Arg('count', () => Int, { defaultValue: 1 }) count: number,
    @Arg('isAccess', () => Boolean, {
      defaultValue: false,
      description: 'Of who looked at a customer, in place of what happened to them',
    })
    isAccess: boolean,
    @Ctx() context: GraphqlContext,
  ): Promise<{ items: RawEvent[]; nextFrom: number | null }> {
    requireId(record, id);
    if (from < 0 || count < 1 || count > MOST_RAW_EVENTS) {
      const message = `Ask for 1 to ${MOST_RAW_EVENTS} events, from a revision on`;
      throw invalid([{ field: from < 0 ? 'from' : 'count', code: 'out-of-range', message }]);
    }
    const command = commandOf(context, randomUUID());
    const request = { record, id, isAccess, from, count };
    const { items, nextFrom } = await context.replay.rawEvents(request, command);
    const { role } = context.user;
    return {
      items: items.map(({ data, ...event }) => ({
        ...event,
        today: data && JSON.stringify(maskedEventData(role, data), null, 2),
      })),
      nextFrom,
    };
  }

  @Query(() => [FoundRecordType], {
    description: `By its number, such as 12 or "policy 800"; by a word, as the search over everything knows them; and by the name of one among the last ${DELETIONS_SEARCHED} that were deleted.`,
    complexity: 20 * LOOKUP_COST,
  })
  async recordsToReplay(
    @Arg('query', () => String) query: string,
    @Ctx() context: GraphqlContext,
  ): Promise<FoundRecord[]> {
    const { query: text } = validated(z.object({ query: searchText('query') }), { query });
    if (!text) return [];
    const [numbered, matches] = await Promise.all([
      context.replay.find(text),
      searchEverything(context, context.user, 'query', text),
    ]);
    const known = new Set(numbered.map(keyOf));
    const matched = foundIn(matches).filter((one) => !known.has(keyOf(one)));
    return [...numbered, ...matched].slice(0, MOST_FOUND);
  }

  @Query(() => [DeletedRecordType], {
    description: 'The records that were deleted last, the newest first.',
    complexity: 10 * LOOKUP_COST,
  })
  deletedRecords(
    @Arg('first', () => Int, { defaultValue: 20 }) first: number,
    @Ctx() { replay }: GraphqlContext,
  ): Promise<DeletedRecord[]> {
    if (first < 1 || first > DELETIONS_SEARCHED) {
      const message = `first must be 1 to ${DELETIONS_SEARCHED}`;
      throw invalid([{ field: 'first', code: 'out-of-range', message }]);
    }
    return replay.deleted(first);
  }
}

/** @throws Refusal `not-found` for what can be no record’s number. */
function requireId(record: ReplayedRecord, id: number): void {
  if (!isId(id)) throw notFound(record, id);
}

const keyOf = ({ record, id }: FoundRecord): string => `${record}-${id}`;

type Shown = Pick<FoundRecord, 'name' | 'detail'>;

/** How a match of the search over everything is shown. */
const SHOWN: Readonly<Record<SearchGroup, (match: never) => Shown & { record: ReplayedRecord }>> = {
  customers: ({ name, phone }: { name: string; phone: string }) => ({
    ...{ record: 'customer', name, detail: formatPhone(phone) },
  }),
  healthPolicies: (match: { policyNumber: string; insuranceCompany: string }) => ({
    ...{ record: 'policy', name: match.policyNumber, detail: match.insuranceCompany },
  }),
  vehiclePolicies: (match: { policyNumber: string; vehicleNumber: string }) => ({
    ...{ record: 'policy', name: match.policyNumber, detail: match.vehicleNumber },
  }),
  documents: ({ id, fileName }: { id: number; fileName: string }) => ({
    ...{ record: 'document', name: fileName, detail: `Document ${id}` },
  }),
  quotations: (match: { quotationNumber: string; insuranceCompany: string | null }) => ({
    ...{ record: 'quotation', name: match.quotationNumber, detail: match.insuranceCompany },
  }),
  claims: ({ id, claimNumber }: { id: number; claimNumber: string }) => ({
    ...{ record: 'claim', name: claimNumber, detail: `Claim ${id}` },
  }),
};

const foundIn = (found: Found): FoundRecord[] =>
  ALL_GROUPS.flatMap((group) =>
    found[group].items.map((match) => ({
      ...SHOWN[group](match as never),
      id: (match as { id: number }).id,
      isDeleted: false,
    })),
  );
