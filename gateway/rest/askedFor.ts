import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import type { Request } from 'express';

interface Question<View> {
  readonly thing: string;
  readonly id: number;
  now(): Promise<View | null>;
  asOf(day: Day): Promise<View | null>;
}

/**
 * A record as it is, or with `?asOf=` as it was at the end of that Kolkata day.
 * @throws Refusal `not-found`, or `invalid` naming `asOf`.
 */
export async function askedFor<View>(
  request: Request,
  { thing, id, now, asOf }: Question<View>,
): Promise<View> {
  const day = askedDay(request);
  const view = await (day === null ? now() : asOf(day));
  if (view === null) throw notFound(thing, id);
  return view;
}

function askedDay({ query: { asOf } }: Request): Day | null {
  if (asOf === undefined) return null;
  if (typeof asOf === 'string' && isDay(asOf)) return asOf;
  const message = 'asOf must be a day that exists, as YYYY-MM-DD';
  throw invalid([{ field: 'asOf', code: 'not-a-day', message }]);
}
