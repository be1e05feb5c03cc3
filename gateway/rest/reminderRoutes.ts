import { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import {
  BulkReminders,
  ReminderView as Reminder,
  ReminderPreview,
  ReminderSettingsView as ReminderSettings,
  reminderRecord,
} from '@insuremanager/contracts/reminders/reminderViews';
import { notFound } from '@insuremanager/services/platform/errors';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { LIST_LIMIT, rowLimit } from '../listQueries.js';
import { jsonAnswer } from '../openapi/operations.js';
import { etagHeader, locationHeader, staleHeader } from '../openapi/parameters.js';
import { validated } from '../validated.js';
import { recordRoutes } from './recordRoutes.js';
import { answerRecord, restCommandContext, waitForProjection } from './restCommands.js';
import { type RestRoute, withBody } from './restRoute.js';

const reminder = recordRoutes({
  ...reminderRecord,
  descriptions: {
    list: 'The history: sent, failed, waiting, and those that were not to be sent.',
  },
});
const { path: PATH, tag } = reminder;

const READ = { method: 'get', access: 'reminders.read', view: PLAIN, tag } as const;

/** The query of `GET /api/reminders/upcoming`. */
const RenewalsQuery = z.object({ limit: rowLimit(LIST_LIMIT, LIST_LIMIT) });

const UpcomingRenewals = z.object({
  upcomingRenewals: z.array(UpcomingRenewal),
  total: z.int().describe('How many there are, also where `limit` leaves some out'),
});

const LastBulkReminders = BulkReminders.nullable();

/**
 * The styles of an email stand in its elements, which no page of ours allows; nothing else of it is
 * loaded or run, and only our own pages show it.
 */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** Renewal reminders by REST: what was sent, what is due, and sending. */
export const reminderRoutes: readonly RestRoute[] = [
  reminder.list,
  {
    method: 'get',
    path: `${PATH}/upcoming`,
    access: 'reminders.read',
    view: { upcomingRenewals: 'UpcomingRenewal' },
    tag,
    operationId: 'listUpcomingRenewals',
    summary: 'Active policies that end within 30 days, soonest first',
    description:
      'Not paged: `total` says how many there are, and `GET /api/health-policies` and `/api/vehicle-policies` list all, page by page.',
    query: RenewalsQuery,
    answers: { 200: jsonAnswer('The renewals', { UpcomingRenewals }) },
    async handle({ request, services }) {
      const { limit } = validated(RenewalsQuery, request.query);
      const [upcomingRenewals, { upcoming: total }] = await Promise.all([
        services.dashboard.upcomingRenewals(limit),
        services.reminders.cards(),
      ]);
      return { upcomingRenewals, total };
    },
  },
  withBody({
    method: 'post',
    path: `${PATH}/send`,
    access: 'reminders.write',
    tag,
    command: 'new',
    body: { SendReminderInput },
    operationId: 'sendReminder',
    summary: 'Remind a customer of a policy now',
    description:
      'By every channel that is available. 409 `reminder-suppressed` says why none can be sent, 400 `reminder-refused` what the servers said that did not take it; 503 `reminder-not-sent`: it is tried again by itself.',
    answers: { 200: jsonAnswer('Sent', { Reminder }, staleHeader) },
    refuses: [404],
    async handle({ request, response, services, input }) {
      const context = restCommandContext(request, response);
      const { reminder, position } = await services.reminders.send(input, context);
      await waitForProjection(response, services.readModels, position);
      return reminder;
    },
  }),
  {
    ...READ,
    path: `${PATH}/preview`,
    operationId: 'previewReminder',
    summary: 'What a reminder would say now',
    query: SendReminderInput,
    answers: { 200: jsonAnswer('By every channel, or why not', { ReminderPreview }) },
    refuses: [404],
    handle: ({ request, services }) =>
      services.reminders.preview(validated(SendReminderInput, request.query)),
  },
  {
    ...READ,
    path: `${PATH}/preview.html`,
    operationId: 'previewReminderEmail',
    summary: 'The email of a reminder as it would go out now',
    query: SendReminderInput,
    answers: {
      200: {
        description: 'To be shown in a frame; no script of it runs',
        content: { 'text/html': { schema: { type: 'string', contentMediaType: 'text/html' } } },
      },
    },
    refuses: [404],
    async handle({ request, response, services }) {
      const input = validated(SendReminderInput, request.query);
      const { channels } = await services.reminders.preview(input);
      const html = channels.find(({ channel }) => channel === 'email')?.html;
      if (!html) throw notFound('email', 'of this reminder');
      response
        .set('Content-Security-Policy', EMAIL_POLICY)
        .set('X-Frame-Options', 'SAMEORIGIN')
        .type('html')
        .send(html);
    },
  },
  {
    ...READ,
    path: `${PATH}/bulk`,
    operationId: 'getBulkReminders',
    summary: 'How far the last bulk is',
    answers: {
      200: jsonAnswer('The last one; null when there never was one', { LastBulkReminders }),
    },
    handle: ({ services }) => services.reminders.lastBulk(),
  },
  {
    method: 'post',
    path: `${PATH}/bulk`,
    access: 'reminders.write',
    tag,
    command: 'new',
    operationId: 'startBulkReminders',
    summary: 'Remind everybody whose cover ends within 30 days',
    description:
      'Goes on by itself. Who had a reminder today is left out. 409 `no-renewals` when none is upcoming, `bulk-running` while one is at work.',
    answers: {
      202: jsonAnswer('Begun', { BulkReminders }, { ...locationHeader, ...staleHeader }),
    },
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      const { bulk, position } = await services.reminders.startBulk(context);
      await waitForProjection(response, services.readModels, position);
      response.location(`${PATH}/bulk`);
      return bulk;
    },
  },
  {
    ...READ,
    path: `${PATH}/settings`,
    operationId: 'getReminderSettings',
    summary: 'When reminders are asked for, and by which channels they can go out',
    answers: { 200: jsonAnswer('The settings', { ReminderSettings }, etagHeader) },
    handle: async ({ response, services }) =>
      answerRecord(response, await services.reminders.settings()),
  },
  withBody({
    method: 'put',
    path: `${PATH}/settings`,
    access: 'reminders.configure',
    tag,
    command: 'change',
    body: { ReminderSettingsInput },
    operationId: 'changeReminderSettings',
    summary: 'Change when reminders are asked for',
    answers: {
      200: jsonAnswer('Changed', { ReminderSettings }, { ...etagHeader, ...staleHeader }),
    },
    async handle({ request, response, services, input }) {
      const context = restCommandContext(request, response);
      const { settings, position } = await services.reminders.changeSettings(input, context);
      await waitForProjection(response, services.readModels, position);
      answerRecord(response, settings);
    },
  }),
];
