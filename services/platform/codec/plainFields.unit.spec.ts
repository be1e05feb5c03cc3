import { NOTICE_FIELDS } from '@insuremanager/contracts/privacyNotices/noticeFields';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { allEventDefinitions } from './testing/allEventDefinitions.js';

/** Texts that lie in the log in the clear, by what they are. Whatever says something of a person is sealed. */
const PLAIN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  days: [
    ...['startDate', 'endDate', 'thirdPartyEndDate', 'dueDate', 'effectiveFrom', 'cancelledOn'],
    ...['followUpOn', 'overriddenRetention', 'nextAttemptAt', 'from', 'quietDays', 'day'],
    ...['recordedOn'],
    ...['receivedOn', 'dueOn', 'closedOn', 'awareAt', 'doneAt', 'to'],
    ...['givenOn', 'registeredAt'],
    ...['lossDate', 'intimatedOn', 'stageOn', 'completeOn', 'on'],
    ...['dueAt', 'nextDueOn', 'until', 'nextStepOn', 'validFrom', 'month', 'paidOn'],
  ],
  'ids and keys': [
    ...['fileKey', 'sha256', 'emailId', 'noticeId', 'noticeIds', 'logId', 'quotationNumber'],
    ...['claimNumber', 'requestId', 'key'],
    ...['kind', 'owner', 'reservationStream'],
  ],
  'words of the trade': [
    ...['insuranceCompany', 'vehicleMake', 'vehicleModel', 'reminderType', 'mimeType'],
  ],
  'how the agency presents itself': [
    ...[
      'name',
      'address',
      'phone',
      'email',
      'website',
      'licence',
      'gstin',
      'socialLinks',
      'upiAddress',
    ],
  ],
  'what the agency tells everybody': NOTICE_FIELDS,
  'who works there, for which pincodes, and which filters an export had': [
    ...['username', 'leadPincodes', 'filters'],
  ],
};

/** How schemas are made, without their types. */
interface Made {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

const textsIn = (schema: z.ZodType, name: string): string[] => {
  const { type, shape = {}, element, innerType, options = [] } = schema.def as unknown as Made;
  if (['enum', 'number', 'boolean', 'literal'].includes(type)) return [];
  const parts = [...options, ...[element, innerType].filter((part) => part !== undefined)];
  if (type !== 'object' && parts.length === 0) return [name];
  return [
    ...Object.entries(shape).flatMap(([field, part]) => textsIn(part, field)),
    ...parts.flatMap((part) => textsIn(part, name)),
  ];
};

it('every text of an event is sealed, or of a class that names nobody', async () => {
  const definitions = await allEventDefinitions();
  const classified = Object.values(PLAIN_TEXTS).flat();
  const plain = definitions.flatMap(({ type, schema }) =>
    textsIn(schema, type).map((field) => ({ type, field })),
  );
  expect(plain.filter(({ field }) => !classified.includes(field))).toEqual([]);
  const ofAgency = PLAIN_TEXTS['how the agency presents itself'] ?? [];
  const others = plain.filter(
    ({ field, type }) => ofAgency.includes(field) && !/^Agency/.test(type),
  );
  expect(others).toEqual([]);
  const found = new Set(plain.map(({ field }) => field));
  expect(classified.filter((field) => !found.has(field))).toEqual([]);
});
