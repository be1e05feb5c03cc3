import { HistoryEntry, type PastMoment } from '@insuremanager/contracts/history';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import type { Page } from '@insuremanager/contracts/lists';
import type { ChangedRecord, ListedRecord } from '@insuremanager/contracts/records/records';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Warning } from '@insuremanager/contracts/rules/warning';
import type {
  CommandContext,
  SavedRecord,
} from '@insuremanager/services/platform/commands/command';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import type { RecordService } from '@insuremanager/services/platform/records/recordService';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAccess } from '../access/access.js';
import { HISTORY } from '../access/answerViews.js';
import { ledFilter, listQuery, listRequest } from '../listQueries.js';
import { withNotes } from '../notedHistory.js';
import type { Named } from '../openapi/jsonSchemas.js';
import { type Answer, type DescribedAnswer, jsonAnswer } from '../openapi/operations.js';
import {
  AsOfQuery,
  etagHeader,
  linkHeader,
  locationHeader,
  staleHeader,
} from '../openapi/parameters.js';
import { serviceOf } from '../recordService.js';
import { signedInUser } from '../sessions/signedInUser.js';
import {
  answerRecord,
  answerRecordOfDay,
  idInPath,
  restCommandContext,
  saved,
  waitForProjection,
} from './restCommands.js';
import {
  type Described,
  type Exchange,
  type RestRoute,
  type RestServices,
  withBody,
} from './restRoute.js';

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** One kind of record by REST. */
export interface RecordOfRest
  extends ListedRecord,
    Partial<Pick<ChangedRecord, 'input' | 'patch'>> {
  /** Where only some of them are at one path: `health`, of policies. */
  readonly kind?: string;
  /** By default the one that is called as they are. */
  service?(services: RestServices): Omit<RecordService<ChangedRecord>, 'count' | 'listByIds'>;
  /** Records as REST answers them; all of their views by default. */
  answers?(services: RestServices, views: readonly Versioned[]): Promise<{ version: number }[]>;
  /** The shape of those answers. */
  readonly shape?: z.ZodObject;
  /** Some of it depends on the day: the same version is not always the same answer. */
  readonly dependsOnDay?: boolean;
  /** What is to be said of the routes beyond what is the same for all records. */
  readonly descriptions?: Partial<Record<'list' | 'create' | 'read' | 'update' | 'remove', string>>;
}

/** What one route says of itself beyond what all of its kind do. */
type Own = Partial<Omit<Described, 'tag'>>;

interface ChangeRoute<Schema extends z.ZodType> extends Own {
  readonly method?: 'post' | 'put';
  /** After the path of the record. */
  readonly path: string;
  /** Who may change records, when left out. */
  readonly access?: Permission;
  readonly body: Named<Schema>;
  readonly mayBeEmpty?: boolean;
  readonly operationId: string;
  readonly summary: string;
  change(
    services: RestServices,
    id: number,
    input: z.output<Schema>,
    context: CommandContext,
  ): Promise<SavedRecord<Versioned>>;
}

const UPDATE = 'Fields that are absent stay as they are; null clears what may be empty.';
const REMOVE = 'Out of every list; the history stays.';

/** The routes that records of every kind have, as their declaration says, and their pattern. */
export function recordRoutes(record: RecordOfRest) {
  const {
    kind,
    read,
    write,
    lookBack = 'history.read',
    typename: view,
    list: description,
    input,
    patch,
  } = record;
  const { service = (services: RestServices) => serviceOf(services, record) } = record;
  const { descriptions = {} } = record;
  const path = `/api/${kind ? `${kind}-` : ''}${record.many}`;
  const [singular, plural] = [record.one, record.many].map((name) =>
    kind ? `${kind} ${name}` : inWords(name),
  ) as [string, string];
  const [id, ids] = [inPascalCase(singular), inPascalCase(plural)];
  const tag = plural.charAt(0).toUpperCase() + plural.slice(1);
  const { answers = async (_services: RestServices, views: readonly Versioned[]) => [...views] } =
    record;
  const { shape = record.view } = record;
  const savedShape = { [`Saved${id}`]: shape.extend({ warnings: z.array(Warning) }) };
  const saysSaved = (text: string, headers?: Answer['headers']): DescribedAnswer =>
    jsonAnswer(text, savedShape, { ...headers, ...etagHeader, ...staleHeader });
  const made = (text: string): Described['answers'] => ({ 201: saysSaved(text, locationHeader) });

  const answerOf = async (services: RestServices, one: Versioned): Promise<{ version: number }> => {
    const [answered = one] = await answers(services, [one]);
    return answered;
  };
  const answerSaved = async (
    { services, response }: Exchange,
    { record: one, ...result }: SavedRecord<Versioned>,
  ) => saved(response, services.readModels, result, await answerOf(services, one));
  const answerNew = (exchange: Exchange, result: SavedRecord<Versioned>) => {
    exchange.response.status(201).location(`${path}/${result.record.id}`);
    return answerSaved(exchange, result);
  };
  const idOf = ({ request }: Pick<Exchange, 'request'>): number => idInPath(request, record.one);

  const list: RestRoute = {
    method: 'get',
    path,
    access: read,
    view,
    tag,
    operationId: `list${ids}`,
    summary: `List ${plural}`,
    description: descriptions.list,
    query: listQuery(description),
    answers: {
      200: jsonAnswer(`The ${plural}, newest first by default`, [{ [id]: shape }], linkHeader),
    },
    async handle({ request, response, services }) {
      const asked = listRequest(description, request.query, signedInUser(response));
      const filter = await ledFilter(services, asked.filter);
      const page = await service(services).list({ ...asked, filter });
      return answerPage(request, response, { ...page, items: await answers(services, page.items) });
    },
  };

  const create = (schema: z.ZodType): RestRoute =>
    withBody({
      method: 'post',
      path,
      access: write,
      tag,
      body: { [`${id}Input`]: schema },
      command: 'new',
      operationId: `create${id}`,
      summary: `Add a ${singular}`,
      description: descriptions.create,
      answers: made('Added'),
      async handle(exchange) {
        const { request, response, services } = exchange;
        const context = restCommandContext(request, response);
        return answerNew(exchange, await service(services).create(exchange.input, context));
      },
    });

  /** Something that is done to one record. */
  const change = <Schema extends z.ZodType>({
    path: rest,
    change: carryOut,
    answers: said = { 200: saysSaved('Changed') },
    ...own
  }: ChangeRoute<Schema>): RestRoute =>
    withBody({
      method: 'post',
      access: write,
      tag,
      command: 'change',
      ...own,
      path: `${path}/:id${rest}`,
      answers: said,
      async handle({ input, ...exchange }) {
        const number = idOf(exchange);
        const context = restCommandContext(exchange.request, exchange.response);
        const result = await carryOut(exchange.services, number, input, context);
        const answer = 201 in said ? answerNew : answerSaved;
        return answer({ ...exchange, input }, result);
      },
    });

  /** As it is, or with `?asOf=` as it was then, where records have a past. */
  const one: RestRoute = {
    method: 'get',
    path: `${path}/:id`,
    access: read,
    view,
    tag,
    operationId: `get${id}`,
    summary: `One ${singular}`,
    description: descriptions.read,
    ...(record.hasPast && { query: AsOfQuery }),
    answers: { 200: jsonAnswer(`The ${singular}`, { [id]: shape }, etagHeader) },
    async handle(exchange) {
      const { request, response, services } = exchange;
      const number = idOf(exchange);
      const moment = record.hasPast ? momentIn(request) : null;
      if (moment !== null) requireAccess(signedInUser(response), lookBack);
      const { find, asOf } = service(services);
      const found = await (moment === null ? find(number) : asOf(number, moment));
      if (!found) throw notFound(record.one, number);
      const answer = await answerOf(services, found);
      if (record.dependsOnDay) answerRecordOfDay(request, response, answer);
      else answerRecord(response, answer);
    },
  };

  const update = (schema: z.ZodType): RestRoute =>
    change({
      method: 'put',
      path: '',
      body: { [`${id}Patch`]: schema },
      mayBeEmpty: true,
      operationId: `update${id}`,
      summary: `Change a ${singular}`,
      description: descriptions.update ?? UPDATE,
      change: (services, number, fields, context) =>
        service(services).update(number, fields, context),
    });

  const remove: RestRoute = {
    method: 'delete',
    path: `${path}/:id`,
    access: write,
    tag,
    command: 'change',
    operationId: `delete${id}`,
    summary: `Delete a ${singular}`,
    description: descriptions.remove ?? REMOVE,
    answers: { 204: { description: 'Deleted', headers: staleHeader } },
    async handle(exchange) {
      const { request, response, services } = exchange;
      const number = idOf(exchange);
      const context = restCommandContext(request, response);
      const { position } = await service(services).delete(number, context);
      await waitForProjection(response, services.readModels, position);
    },
  };

  const history: RestRoute = {
    method: 'get',
    path: `${path}/:id/history`,
    access: lookBack,
    view: HISTORY,
    tag,
    operationId: `get${id}History`,
    summary: `What happened to a ${singular}, oldest first`,
    answers: { 200: jsonAnswer('Every event, described', [{ HistoryEntry }]) },
    async handle(exchange) {
      const number = idOf(exchange);
      const { services } = exchange;
      return withNotes(services, record, number, await service(services).history(number));
    },
  };

  const routes: readonly RestRoute[] = [
    list,
    ...(input ? [create(input)] : []),
    one,
    ...(patch ? [update(patch)] : []),
    ...(record.changes.includes('delete') ? [remove] : []),
    ...(record.hasHistory ? [history] : []),
  ];
  return { path, id, tag, made, saysSaved, idOf, list, one, change, remove, history, routes };
}

/** `commissionRate` is `commission rate`. */
const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `health policy` is `HealthPolicy`, in the names of operations and shapes. */
const inPascalCase = (words: string): string =>
  words.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Null: now. @throws Refusal `invalid`, naming `asOf`. */
function momentIn({ query: { asOf } }: Request): PastMoment | null {
  if (asOf === undefined) return null;
  if (typeof asOf === 'string') {
    if (isDay(asOf)) return asOf;
    if (/^\d{1,9}$/.test(asOf)) return { revision: Number(asOf) };
    if (Instant.safeParse(asOf).success) return { at: new Date(asOf) };
  }
  const message =
    'asOf must be a day that exists, as YYYY-MM-DD, an instant, such as 2026-04-01T06:30:00Z, or a version of the history';
  throw invalid([{ field: 'asOf', code: 'not-a-day', message }]);
}

const Instant = z.iso.datetime({ offset: true });

/** A plain array, and beside it the `Link` to the page that follows. */
export function answerPage<Item>(
  request: Request,
  response: Response,
  { items, nextCursor }: Page<Item>,
): readonly Item[] {
  if (nextCursor !== null) {
    response.setHeader('Link', nextPageLink(request.originalUrl, nextCursor));
  }
  return items;
}

/** The `Link` to the following page, with the rest of the query as it was (RFC 8288). */
function nextPageLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://any');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
