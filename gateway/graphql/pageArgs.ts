import { invalid } from '@insuremanager/services/platform/errors';
import { ArgsType, Field, Int } from 'type-graphql';
import { enumType } from './enums.js';

const SortDirectionEnum = enumType('SortDirection', ['asc', 'desc']);

const USUAL_PAGE = 50;
const LARGEST_PAGE = 200;

/** The arguments of every list beside its filter and its sort. */
@ArgsType()
export class PageArgs {
  @Field(() => SortDirectionEnum, { nullable: true, defaultValue: 'desc' })
  direction?: 'asc' | 'desc' | null;
  @Field(() => Int, {
    nullable: true,
    defaultValue: USUAL_PAGE,
    description: `Rows wanted, 1 to ${LARGEST_PAGE}.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the page before.' })
  after?: string | null;
}

/** @throws Refusal `invalid`, naming `first`. */
export const pageOf = ({ direction, first, after }: PageArgs) => ({
  direction: direction ?? ('desc' as const),
  limit: rowsWanted(first ?? USUAL_PAGE, LARGEST_PAGE),
  cursor: after ?? null,
});

/** @throws Refusal `invalid`, naming `first`. */
export function rowsWanted(first: number, most: number): number {
  if (first >= 1 && first <= most) return first;
  const message = `first must be from 1 to ${most}`;
  throw invalid([{ field: 'first', code: 'out-of-range', message }]);
}
