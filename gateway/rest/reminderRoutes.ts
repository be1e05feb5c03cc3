import {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import { reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import type { DashboardOfBook } from '@insuremanager/services/dashboard/index';
import { notFound } from '@insuremanager/services/platform/errors';
import type { RemindersOfBook } from '@insuremanager/services/reminders/index';
import type { Router } from 'express';
import { z } from 'zod';
import { LIST_LIMIT, listRequest, rowLimit } from '../listQueries.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { answerPage } from './recordRoutes.js';
import { answerRecord, restCommandContext, waitForProjection } from './restCommands.js';

interface Parts {
  readonly reminders: RemindersOfBook;
  readonly dashboard: Pick<DashboardOfBook, 'upcomingRenewals'>;
  readonly readModels: ReadModelGate;
}

const PATH = '/api/reminders';

/** The query of `GET /api/reminders/upcoming`. */
export const RenewalsQuery = z.object({ limit: rowLimit(LIST_LIMIT, LIST_LIMIT) });

/**
 * The styles of an email stand in its elements, which no page of ours allows; nothing else of it is
 * loaded or run, and only our own pages show it.
 */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** Renewal reminders by REST: what was sent, what is due, and sending. */
export function reminderRoutes(router: Router, { reminders, dashboard, readModels }: Parts): void {
  route(router, PATH, {
    get: [
      async (request, response) => {
        answerPage(
          request,
          response,
          await reminders.list(listRequest(reminderList, request.query, signedInUser(response))),
        );
      },
    ],
  });

  route(router, `${PATH}/upcoming`, {
    get: [
      async ({ query }, response) => {
        const { limit } = validated(RenewalsQuery, query);
        const [upcomingRenewals, { upcoming: total }] = await Promise.all([
          dashboard.upcomingRenewals(limit),
          reminders.cards(),
        ]);
        response.json({ upcomingRenewals, total });
      },
    ],
  });

  route(router, `${PATH}/send`, {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(SendReminderInput, request.body);
        const context = restCommandContext(request, response);
        const { reminder, position } = await reminders.send(input, context);
        await waitForProjection(response, readModels, position);
        response.json(reminder);
      },
    ],
  });

  route(router, `${PATH}/preview`, {
    get: [
      async ({ query }, response) => {
        response.json(await reminders.preview(validated(SendReminderInput, query)));
      },
    ],
  });
  route(router, `${PATH}/preview.html`, {
    get: [
      async ({ query }, response) => {
        const { channels } = await reminders.preview(validated(SendReminderInput, query));
        const html = channels.find(({ channel }) => channel === 'email')?.html;
        if (!html) throw notFound('email', 'of this reminder');
        response
          .set('Content-Security-Policy', EMAIL_POLICY)
          .set('X-Frame-Options', 'SAMEORIGIN')
          .type('html')
          .send(html);
      },
    ],
  });

  route(router, `${PATH}/bulk`, {
    get: [
      async (_request, response) => {
        response.json(await reminders.lastBulk());
      },
    ],
    post: [
      jsonBody,
      async (request, response) => {
        const context = restCommandContext(request, response);
        const { bulk, position } = await reminders.startBulk(context);
        await waitForProjection(response, readModels, position);
        response.status(202).location(`${PATH}/bulk`).json(bulk);
      },
    ],
  });

  route(router, `${PATH}/settings`, {
    get: [async (_request, response) => answerRecord(response, await reminders.settings())],
    put: [
      jsonBody,
      async (request, response) => {
        const input = validated(ReminderSettingsInput, request.body);
        const context = restCommandContext(request, response);
        const { settings, position } = await reminders.changeSettings(input, context);
        await waitForProjection(response, readModels, position);
        answerRecord(response, settings);
      },
    ],
  });
}
