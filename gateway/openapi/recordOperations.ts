import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { listQuery } from '../listQueries.js';
import { type JsonSchema, ref } from './jsonSchemas.js';
import { type Answer, jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import {
  asOf,
  batchId,
  etagHeader,
  idempotencyKey,
  idParameter,
  ifMatch,
  linkHeader,
  locationHeader,
  queryParameters,
  staleHeader,
} from './parameters.js';

/** What a kind of record is called. */
export interface RecordNames {
  readonly tag: string;
  /** In the ids of operations and the names of shapes: `Quotation`. */
  readonly id: string;
  /** The same in the plural: `Quotations`. */
  readonly ids: string;
  /** In sentences: `quotation`; `health policy`. */
  readonly singular: string;
  readonly plural: string;
}

/** What one kind of record says of an operation beyond its summary. */
type Own = Partial<Pick<Operation, 'description'>>;

/** Of a change: whether all of its fields may be left out. */
interface Change extends Own {
  readonly mayBeEmpty?: boolean;
}

interface Descriptions {
  readonly create?: string;
  readonly read?: string;
  readonly update?: string;
  readonly remove?: string;
}

const UPDATE = 'Fields that are absent stay as they are; null clears what may be empty.';

const HISTORY: JsonSchema = { type: 'array', items: ref('HistoryEntry') };

/** What a change that made a record answers with. */
const madeHeaders = { ...locationHeader, ...etagHeader, ...staleHeader };
const changedHeaders = { ...etagHeader, ...staleHeader };

/** The operations that records of every kind have, over shapes of their own. */
export function recordOperations({ tag, id, ids, singular, plural }: RecordNames) {
  const tags = [tag];
  const saved = ref(`Saved${id}`);
  const made = (description: string): Answer => jsonAnswer(description, saved, madeHeaders);
  const changed = (description: string): Answer => jsonAnswer(description, saved, changedHeaders);

  const operations = {
    tags,
    made,
    changed,

    list: (list: ListDescription): Operation => ({
      operationId: `list${ids}`,
      tags,
      summary: `List ${plural}`,
      parameters: queryParameters(listQuery(list)),
      responses: {
        '200': jsonAnswer(
          `The ${plural}, newest first by default`,
          { type: 'array', items: ref(id) },
          linkHeader,
        ),
        ...refusals(400, 401, 503),
      },
    }),

    create: (own: Own = {}): Operation => ({
      operationId: `create${id}`,
      tags,
      summary: `Add a ${singular}`,
      ...own,
      parameters: [idempotencyKey, batchId],
      requestBody: jsonRequest(ref(`${id}Input`)),
      responses: { '201': made('Added'), ...refusals(400, 401, 403, 409, 413, 415, 503) },
    }),

    /** As it is, or as it was at a time. */
    read: (own: Own = {}): Operation => ({
      operationId: `get${id}`,
      tags,
      summary: `One ${singular}`,
      ...own,
      parameters: [idParameter, asOf],
      responses: {
        '200': jsonAnswer(`The ${singular}`, ref(id), etagHeader),
        ...refusals(400, 401, 403, 404, 503),
      },
    }),

    /** Something that is done to one record. */
    change: (
      verb: string,
      summary: string,
      body: JsonSchema,
      { mayBeEmpty = false, ...own }: Change = {},
    ): Operation => ({
      operationId: `${verb}${id}`,
      tags,
      summary,
      ...own,
      parameters: [idParameter, ifMatch, idempotencyKey, batchId],
      requestBody: jsonRequest(body, !mayBeEmpty),
      responses: {
        '200': changed('Changed'),
        ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
      },
    }),

    remove: (description = 'Out of every list; the history stays.'): Operation => ({
      operationId: `delete${id}`,
      tags,
      summary: `Delete a ${singular}`,
      description,
      parameters: [idParameter, ifMatch, idempotencyKey, batchId],
      responses: {
        '204': { description: 'Deleted', headers: staleHeader },
        ...refusals(400, 401, 403, 404, 409, 412, 503),
      },
    }),

    history: (): Operation => ({
      operationId: `get${id}History`,
      tags,
      summary: `What happened to a ${singular}, oldest first`,
      parameters: [idParameter],
      responses: {
        '200': jsonAnswer('Every event, described', HISTORY),
        ...refusals(401, 404, 503),
      },
    }),
  };

  return {
    ...operations,

    /** The paths that records of every kind have. */
    paths: (
      path: string,
      list: ListDescription,
      { create, read, update = UPDATE, remove }: Descriptions = {},
    ): Record<string, Record<string, Operation>> => ({
      [path]: {
        get: operations.list(list),
        post: operations.create({ description: create }),
      },
      [`${path}/{id}`]: {
        get: operations.read({ description: read }),
        put: operations.change('update', `Change a ${singular}`, ref(`${id}Patch`), {
          description: update,
          mayBeEmpty: true,
        }),
        delete: operations.remove(remove),
      },
      [`${path}/{id}/history`]: { get: operations.history() },
    }),
  };
}
