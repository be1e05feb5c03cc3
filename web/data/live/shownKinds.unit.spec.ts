import { readFileSync } from 'node:fs';
import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import { bulkRemindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { SHOWN_KINDS } from './shownKinds';

/** What stays as it was asked for; a test sees to it that every field stands in one of the two. */
const NOT_SHOWN_LIVE: readonly string[] = [
  ...ALL_RECORDS.flatMap(({ one, hasPast }) => (hasPast ? [`${one}AsOf`] : [])),
  'agency',
  'agencySettings',
  'agencySettingsHistory',
  'auditLog',
  'breachPersons',
  'breachStretch',
  'bulkPreview',
  'customerCities',
  'customerDuplicates',
  'customerOwners',
  'deletedRecords',
  'endedRetentions',
  'erasureCheck',
  'exports',
  'import',
  'importProblems',
  'importRows',
  'imports',
  'insurers',
  'logIntegrity',
  'myActivity',
  'pastOffice',
  'pastOffices',
  'people',
  'person',
  'claimRequest',
  'policySchedule',
  'rawEvents',
  'privacyNotices',
  'recordAsOf',
  'recordsToReplay',
  'reminderPreview',
  'reminderSettings',
  'renewal',
  'renewalOwners',
  'reportSubscriptions',
  'retentionSweep',
  'replay',
  'savedViews',
  'search',
  'users',
  'webhookDeliveries',
  'webhooks',
];

describe('what is shown of records', () => {
  it('is said of every field that can be asked for', () => {
    const file = new URL('../../../gateway/schema.graphql', import.meta.url);
    const fields = Object.keys(
      buildSchema(readFileSync(file, 'utf8')).getQueryType()?.getFields() ?? {},
    );
    const described = [...Object.keys(SHOWN_KINDS), ...NOT_SHOWN_LIVE];
    expect(described.toSorted()).toEqual(fields.toSorted());
  });

  it('begins with the bulk itself, whose start and end are no reminders', () => {
    const [kind] = bulkRemindersStream(1).split('-');
    expect(SHOWN_KINDS.bulkReminders).toContain(kind);
  });
});
