import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import type { ListRequest, Page } from '@insuremanager/contracts/lists';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { requireAccess } from '../access/access.js';
import { listRequest } from '../listQueries.js';
import type { ReadModelGate } from '../readYourWrites.js';
import type { ListService, RecordService, SavedRecord, Versioned } from '../recordService.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import {
  answerRecord,
  answerRecordOfDay,
  idInPath,
  restCommandContext,
  saved,
  waitForProjection,
} from './restCommands.js';

interface Parts<View extends Versioned> {
  readonly path: string;
  readonly service: Pick<RecordService<View>, 'recordName' | 'find' | 'history' | 'delete'> &
    Partial<Pick<RecordService<View>, 'asOf'>>;
  readonly readModels: ReadModelGate;
  /** Records as REST answers them; all of their views by default. */
  readonly answers?: (views: readonly View[]) => Promise<{ version: number }[]>;
  /** Some of it depends on the day: the same version is not always the same answer. */
  readonly dependsOnDay?: boolean;
}

/** The routes that records of every kind have. */
export function recordRoutes<View extends Versioned>(parts: Parts<View>) {
  const { path, service, readModels, answers = async (views) => [...views] } = parts;
  const { recordName } = service;

  const answer = async (view: View): Promise<{ version: number }> => {
    const [answered = view] = await answers([view]);
    return answered;
  };
  const answerSaved = async (response: Response, { record, ...result }: SavedRecord<View>) =>
    saved(response, readModels, result, await answer(record));
  const answerNew = (response: Response, result: SavedRecord<View>) =>
    answerSaved(response.status(201).location(`${path}/${result.record.id}`), result);

  return {
    answerNew,

    list<Of extends Criteria, Sort extends string>(
      description: ListDescription<Of, Sort>,
      list: (request: ListRequest<FilterOf<Of>, Sort>) => Promise<Page<View>>,
    ): RequestHandler[] {
      return [
        async (request, response) => {
          const page = await list(listRequest(description, request.query, signedInUser(response)));
          answerPage(request, response, { ...page, items: await answers(page.items) });
        },
      ];
    },

    create: <Schema extends z.ZodType>(
      schema: Schema,
      carryOut: (input: z.output<Schema>, context: CommandContext) => Promise<SavedRecord<View>>,
    ): RequestHandler[] => [
      jsonBody,
      async (request, response) => {
        const input = validated(schema, request.body);
        const context = restCommandContext(request, response);
        await answerNew(response, await carryOut(input, context));
      },
    ],

    /** A change of one record, whose body a schema reads. */
    change: <Schema extends z.ZodType>(
      schema: Schema,
      carryOut: (
        id: number,
        input: z.output<Schema>,
        context: CommandContext,
      ) => Promise<SavedRecord<View>>,
      respond = answerSaved,
    ): RequestHandler[] => [
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, recordName);
        const input = validated(schema, request.body);
        const context = restCommandContext(request, response);
        await respond(response, await carryOut(id, input, context));
      },
    ],

    /** As it is, or with `?asOf=` as it was at the end of that Kolkata day, where the service can. */
    read: [
      async (request: Request, response: Response) => {
        const id = idInPath(request, recordName);
        const day = service.asOf ? dayIn(request) : null;
        if (day !== null) requireAccess(signedInUser(response), 'history.read');
        const view = await (day === null ? service.find(id) : service.asOf?.(id, day));
        if (!view) throw notFound(recordName, id);
        if (parts.dependsOnDay) answerRecordOfDay(request, response, await answer(view));
        else answerRecord(response, await answer(view));
      },
    ] satisfies RequestHandler[],

    remove: [
      async (request: Request, response: Response) => {
        const id = idInPath(request, recordName);
        const { position } = await service.delete(id, restCommandContext(request, response));
        await waitForProjection(response, readModels, position);
        response.status(204).end();
      },
    ] satisfies RequestHandler[],

    history: [
      async (request: Request, response: Response) => {
        response.json(await service.history(idInPath(request, recordName)));
      },
    ] satisfies RequestHandler[],
  };
}

interface Listed<View extends Versioned, Of extends Criteria, Sort extends string>
  extends Parts<View> {
  readonly description: ListDescription<Of, Sort>;
  readonly service: RecordService<View> & Pick<ListService<View, Of, Sort>, 'list'>;
}

/** Adds the routes that all records have which are listed and changed; gives the parts of others. */
export function addRecordRoutes<View extends Versioned, Of extends Criteria, Sort extends string>(
  router: Router,
  { description, ...parts }: Listed<View, Of, Sort>,
) {
  const { path, service } = parts;
  const one = recordRoutes(parts);
  route(router, path, {
    get: one.list(description, service.list),
    post: one.create(service.input, (input, context) => service.create(input as never, context)),
  });
  route(router, `${path}/:id`, {
    get: one.read,
    put: one.change(service.patch, (id, patch, context) =>
      service.update(id, patch as never, context),
    ),
    delete: one.remove,
  });
  route(router, `${path}/:id/history`, { get: one.history });
  return one;
}

/** @throws Refusal `invalid`, naming `asOf`. */
function dayIn({ query: { asOf } }: Request): Day | null {
  if (asOf === undefined) return null;
  if (typeof asOf === 'string' && isDay(asOf)) return asOf;
  const message = 'asOf must be a day that exists, as YYYY-MM-DD';
  throw invalid([{ field: 'asOf', code: 'not-a-day', message }]);
}

/** A plain array, and beside it the `Link` to the page that follows. */
export function answerPage<Item>(
  request: Request,
  response: Response,
  { items, nextCursor }: Page<Item>,
): void {
  if (nextCursor !== null) {
    response.setHeader('Link', nextPageLink(request.originalUrl, nextCursor));
  }
  response.json(items);
}

/** The `Link` to the following page, with the rest of the query as it was (RFC 8288). */
function nextPageLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://any');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
