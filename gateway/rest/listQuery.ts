import type { Page } from '@insuremanager/contracts/lists';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { someOf } from '../listFilters.js';
import { idFrom } from './restCommands.js';

export const LIST_LIMIT = 1000;

/** A number of rows. */
export const rowLimit = (most: number, usual: number) => {
  const error = `limit must be a whole number from 1 to ${most}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(1, error)
    .max(most, error)
    .default(usual)
    .describe('Rows wanted');
};

/** What every list is asked for beside its filter; the newest first unless told otherwise. */
export const pageParameters = <Sort extends string>(sorts: readonly Sort[], usual: Sort) => ({
  sort: z.enum(sorts, `sort is one of: ${sorts.join(', ')}`).default(usual),
  direction: z.enum(['asc', 'desc'], 'direction is one of: asc, desc').default('desc'),
  limit: rowLimit(LIST_LIMIT, LIST_LIMIT),
  cursor: z
    .string('cursor must be one text')
    .max(1000, 'cursor is too long')
    .optional()
    .describe('Where the page before ended; taken from its Link header'),
});

/** Words as a query carries several: repeated, or separated by commas. */
export const wordsOf = <Word extends string>(name: string, words: readonly Word[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((some) => some.split(',')))
    .transform((some) => [...new Set(some.filter(Boolean))])
    .pipe(someOf(name, words))
    .optional()
    .describe(`Some of: ${words.join(', ')}; separated by commas`);

/** `true` or `false`. */
export const flagOf = (name: string) =>
  z
    .enum(['true', 'false'], `${name} is true or false`)
    .transform((word) => word === 'true')
    .optional();

/** The number of the record that a list is narrowed to, as `customerId`. */
export const idParameterOf = (thing: string) =>
  z
    .string(`${thing}Id must be one number`)
    .transform((text, context) => {
      const id = idFrom(text);
      if (id !== null) return id;
      context.addIssue({ code: 'custom', message: `${thing}Id must be the number of a ${thing}` });
      return z.NEVER;
    })
    .optional();

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

/** The `Link` to the following page, with everything else asked for as it was (RFC 8288). */
function nextPageLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://any');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
