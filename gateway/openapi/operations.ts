import { type JsonSchema, ref, type Shape } from './jsonSchemas.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** By media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface Answer {
  readonly description: string;
  readonly headers?: Record<string, { description: string; schema: JsonSchema }>;
  readonly content?: Content;
}

/** What a route says of an answer. */
export interface DescribedAnswer extends Answer {
  /** As which it is answered in JSON. */
  readonly shape?: Shape;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: Parameter[];
  readonly requestBody?: { required: boolean; content: Content };
  readonly responses: Record<string, Answer>;
  readonly security?: Record<string, string[]>[];
}

export const jsonAnswer = (
  description: string,
  shape: Shape,
  headers?: Answer['headers'],
): DescribedAnswer => ({ description, ...(headers && { headers }), shape });

const REFUSALS = {
  400: 'The input is not valid; `fields` names what is at fault',
  401: 'Not signed in',
  403: 'Your role does not allow this, or the request comes from another site',
  404: 'There is no such record',
  408: 'The request came to a halt on its way',
  409: 'Taken by another record, or an Idempotency-Key used again for something else',
  412: 'Someone else changed the record meanwhile; `currentVersion` is the version now',
  413: 'The request is larger than 100 kB, or the file larger than 10 MB',
  415: 'The request, or the file that is asked for, is not of a kind that is taken here',
  429: 'Too many attempts, or too much at once; `Retry-After` says how many seconds to wait',
  503: 'A server cannot be reached just now',
} as const;

export type RefusalStatus = keyof typeof REFUSALS;

/** The answers that say no, as problem details. */
export const refusals = (statuses: readonly RefusalStatus[]): Record<string, Answer> =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      String(status),
      {
        description: REFUSALS[status],
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
