import { DayItemKey, MyDay, SetAsideInput } from '@insuremanager/contracts/myDay/dayViews';
import { z } from 'zod';
import { dayOf } from '../dayOf.js';
import { jsonAnswer } from '../openapi/operations.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { restCommandContext, waitForProjection } from './restCommands.js';
import { type Exchange, type RestRoute, withBody } from './restRoute.js';

const NO_NUMBER = 'userId must be the number of a user';
const DayQuery = z.object({
  userId: z
    .string(NO_NUMBER)
    .regex(/^[1-9]\d{0,8}$/, NO_NUMBER)
    .transform(Number)
    .optional()
    .describe('Whose day, of who compares agents; absent: that of everybody'),
});

const route = { access: 'tasks.write', tag: 'My day' } as const;
const written = { 204: { description: 'It is' } };

const answered = async ({ response, services }: Exchange, { position }: Written) =>
  waitForProjection(response, services.readModels, position);
type Written = Awaited<ReturnType<Exchange['services']['myDay']['putBack']>>;

/** What is to be done today, by REST. */
export const dayRoutes: readonly RestRoute[] = [
  {
    ...route,
    method: 'get',
    path: '/api/my-day',
    operationId: 'getMyDay',
    summary: 'What is to be done today, what earns most first',
    query: DayQuery,
    answers: { 200: jsonAnswer('At most 50 of a kind', { MyDay }) },
    handle: ({ request, response, services }) =>
      dayOf(services, signedInUser(response), validated(DayQuery, request.query).userId ?? null),
  },
  withBody({
    ...route,
    method: 'post',
    path: '/api/my-day/set-aside',
    command: 'new',
    body: { SetAsideInput },
    operationId: 'setAsideDayItem',
    summary: 'Of what has no command of its own: it is done, or put off until a day',
    answers: written,
    refuses: [404],
    async handle(exchange) {
      const { request, response, services, input } = exchange;
      const context = restCommandContext(request, response);
      const { key, until = null } = input;
      await answered(exchange, await services.myDay.setAside(key, until, context));
    },
  }),
  withBody({
    ...route,
    method: 'post',
    path: '/api/my-day/put-back',
    command: 'new',
    body: { DayItemKey },
    operationId: 'putBackDayItem',
    summary: 'It was not done after all',
    answers: written,
    async handle(exchange) {
      const { request, response, services, input } = exchange;
      const context = restCommandContext(request, response);
      await answered(exchange, await services.myDay.putBack(input.key, context));
    },
  }),
];
