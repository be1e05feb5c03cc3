import { isMaskedForSome, maskedViews } from '@insuremanager/contracts/identity/masking';
import { ROLES } from '@insuremanager/contracts/identity/permissions';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { type Access, mayAsk } from '../access/access.js';
import type { AnswerView } from '../access/answerViews.js';
import type { Capabilities } from '../books.js';
import type { JsonSchema, Named } from '../openapi/jsonSchemas.js';
import type { Content, DescribedAnswer, RefusalStatus } from '../openapi/operations.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { type Method, route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import type { UploadSlots } from '../uploads/uploadSlots.js';
import { refuseLookalikes, validated } from '../validated.js';

/** What the routes of records call: of all books, or of the one that exists for the user. */
export interface RestServices extends Capabilities {
  readonly identity: Pick<Identity, 'activeUsers'>;
  readonly readModels: ReadModelGate;
  readonly slots: UploadSlots;
}

/** One request to a route. */
export interface Exchange<Services = RestServices, Input = unknown> {
  readonly request: Request;
  readonly response: Response;
  readonly services: Services;
  /** The body, as the route's schema reads it. */
  readonly input: Input;
}

/** What OpenAPI says of a route beyond what follows from the rest. */
export interface Described {
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** By status; the first is the one that the route answers with. */
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** Refusals that neither access, parameters nor body are a reason for. */
  readonly refuses?: readonly RefusalStatus[];
}

/** All that is said of one route: Express, access control, masks and OpenAPI follow from it. */
export interface RestRoute<Services = RestServices, Input = never> extends Described {
  readonly method: Method;
  /** As Express reads it: `/api/customers/:id/kyc`. */
  readonly path: string;
  readonly access: Access;
  /** Of which view it answers. Not to be left out where somebody who may ask sees something masked. */
  readonly view?: AnswerView;
  /** What `:id` is in its path, where that is no number. */
  readonly id?: JsonSchema;
  /** The parameters of its query, for OpenAPI; who handles it reads them. */
  readonly query?: z.ZodType;
  /** Which headers of a command it reads: of one that makes something, or that changes something. */
  readonly command?: 'new' | 'change';
  /** What is sent as JSON, under the name of its shape. */
  readonly body?: Named<z.ZodType<Input>>;
  /** No body is as good as an empty object. */
  readonly mayBeEmpty?: boolean;
  /** What is sent as the parts of a form; who handles it reads them. */
  readonly form?: Named;
  /** What is sent, where that is neither. */
  readonly content?: Content;
  /** Reads such content. */
  readonly reads?: RequestHandler;
  /** What it returns is answered as JSON, unless it has sent its answer by itself. */
  handle(exchange: Exchange<Services, Input>): unknown;
}

/** A route whose handler gets what its body's schema reads. */
export const withBody = <Schema extends z.ZodType, Services = RestServices>(
  route: Omit<RestRoute<Services, z.output<Schema>>, 'body'> & {
    readonly body: Named<Schema>;
  },
): RestRoute<Services> => route as RestRoute<Services, unknown> as RestRoute<Services>;

export const nameOf = ({ method, path }: Pick<RestRoute, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

/** Adds routes. @throws when one does not say what is masked of it: then nothing starts. */
export function addRestRoutes<Services>(
  router: Router,
  routes: readonly RestRoute<Services>[],
  servicesOf: (response: Response) => Services,
): void {
  for (const path of new Set(routes.map((one) => one.path))) {
    const methods = routes
      .filter((one) => one.path === path)
      .map((one) => {
        const { method, access } = one;
        return [method, { access, view: maskedView(one), handlers: handlersOf(one, servicesOf) }];
      });
    route(router, path, Object.fromEntries(methods));
  }
}

const isMasked = (view: string): boolean => maskedViews().includes(view);

/** Null where nobody who may ask sees anything masked. */
function maskedView(one: Pick<RestRoute, 'method' | 'path' | 'access' | 'view'>) {
  const { access, view } = one;
  if (typeof view === 'string') return isMasked(view) ? view : null;
  if (view) return view;
  // What is one's own, or everybody's, is nobody else's.
  if (access === 'public' || access === 'account') return null;
  if (!isMaskedForSome(ROLES.filter((role) => mayAsk(role, access)))) return null;
  throw new Error(`Of which view does ${nameOf(one)} answer? Say it in its route.`);
}

function handlersOf<Services>(
  { body, query, reads, answers, handle }: RestRoute<Services>,
  servicesOf: (response: Response) => Services,
): RequestHandler[] {
  const [status] = Object.keys(answers).map(Number);
  const [schema] = Object.values(body ?? {});
  const handler: RequestHandler = async (request, response) => {
    if (query instanceof z.ZodObject) refuseLookalikes(Object.keys(query.shape), request.query);
    const input = schema && validated(schema, request.body);
    const services = servicesOf(response);
    const answer = await handle({ request, response, services, input: input as never });
    if (response.headersSent) return;
    if (status === 204) response.status(204).end();
    else response.status(status ?? 200).json(answer);
  };
  return [...(reads ? [reads] : body ? [jsonBody] : []), handler];
}
