import { SendReminderInput } from '@insuremanager/contracts/reminders/reminderInputs';
import { reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import { listQuery } from '../listQueries.js';
import { RenewalsQuery } from '../rest/reminderRoutes.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import {
  etagHeader,
  idempotencyKey,
  ifMatch,
  linkHeader,
  locationHeader,
  queryParameters,
  staleHeader,
} from './parameters.js';

const tags = ['Reminders'];

const list: Operation = {
  operationId: 'listReminders',
  tags,
  summary: 'List reminders',
  description: 'The history: sent, failed, waiting, and those that were not to be sent.',
  parameters: queryParameters(listQuery(reminderList)),
  responses: {
    '200': jsonAnswer(
      'The reminders, newest first by default',
      { type: 'array', items: ref('Reminder') },
      linkHeader,
    ),
    ...refusals(400, 401, 503),
  },
};

const upcoming: Operation = {
  operationId: 'listUpcomingRenewals',
  tags,
  summary: 'Active policies that end within 30 days, soonest first',
  description:
    'Not paged: `total` says how many there are, and `GET /api/health-policies` and `/api/vehicle-policies` list all, page by page.',
  parameters: queryParameters(RenewalsQuery),
  responses: {
    '200': jsonAnswer('The renewals', ref('UpcomingRenewals')),
    ...refusals(400, 401, 503),
  },
};

const send: Operation = {
  operationId: 'sendReminder',
  tags,
  summary: 'Remind a customer of a policy now',
  description:
    'By every channel that is available. 409 `reminder-suppressed` says why none can be sent, 400 `reminder-refused` what the servers said that did not take it; 503 `reminder-not-sent`: it is tried again by itself.',
  parameters: [idempotencyKey],
  requestBody: jsonRequest(ref('SendReminderInput')),
  responses: {
    '200': jsonAnswer('Sent', ref('Reminder'), staleHeader),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 503),
  },
};

const preview: Operation = {
  operationId: 'previewReminder',
  tags,
  summary: 'What a reminder would say now',
  parameters: queryParameters(SendReminderInput),
  responses: {
    '200': jsonAnswer('By every channel, or why not', ref('ReminderPreview')),
    ...refusals(400, 401, 404, 503),
  },
};

const emailPreview: Operation = {
  operationId: 'previewReminderEmail',
  tags,
  summary: 'The email of a reminder as it would go out now',
  parameters: queryParameters(SendReminderInput),
  responses: {
    '200': {
      description: 'To be shown in a frame; no script of it runs',
      content: { 'text/html': { schema: { type: 'string', contentMediaType: 'text/html' } } },
    },
    ...refusals(400, 401, 404, 503),
  },
};

const lastBulk: Operation = {
  operationId: 'getBulkReminders',
  tags,
  summary: 'How far the last bulk is',
  responses: {
    '200': jsonAnswer('The last one; null when there never was one', ref('LastBulkReminders')),
    ...refusals(401, 503),
  },
};

const startBulk: Operation = {
  operationId: 'startBulkReminders',
  tags,
  summary: 'Remind everybody whose cover ends within 30 days',
  description:
    'Goes on by itself. Who had a reminder today is left out. 409 `no-renewals` when none is upcoming, `bulk-running` while one is at work.',
  parameters: [idempotencyKey],
  responses: {
    '202': jsonAnswer('Begun', ref('BulkReminders'), { ...locationHeader, ...staleHeader }),
    ...refusals(400, 401, 403, 409, 413, 415, 503),
  },
};

const settings: Operation = {
  operationId: 'getReminderSettings',
  tags,
  summary: 'When reminders are asked for, and by which channels they can go out',
  responses: {
    '200': jsonAnswer('The settings', ref('ReminderSettings'), etagHeader),
    ...refusals(401, 503),
  },
};

const changeSettings: Operation = {
  operationId: 'changeReminderSettings',
  tags,
  summary: 'Change when reminders are asked for',
  parameters: [ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('ReminderSettingsInput')),
  responses: {
    '200': jsonAnswer('Changed', ref('ReminderSettings'), { ...etagHeader, ...staleHeader }),
    ...refusals(400, 401, 403, 409, 412, 413, 415, 503),
  },
};

export const reminderPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/reminders': { get: list },
  '/api/reminders/upcoming': { get: upcoming },
  '/api/reminders/send': { post: send },
  '/api/reminders/preview': { get: preview },
  '/api/reminders/preview.html': { get: emailPreview },
  '/api/reminders/bulk': { get: lastBulk, post: startBulk },
  '/api/reminders/settings': { get: settings, put: changeSettings },
});
