import { type ListDescription, parameterOf } from '@insuremanager/contracts/fields/list';
import type { z } from 'zod';
import { listQuery } from './listQueries.js';

/** The keys of columns in their order, separated by commas: which there are, the screen knows. */
const COLUMNS = /^[a-z][a-z-]*(,[a-z][a-z-]*){0,39}$/;

/**
 * What a view holds of the address of a list: filters, sort and columns, in one fixed order. All
 * else is dropped, also what an earlier release could filter by. What is searched for is no part of
 * it: those are names and phones, which no address and no colleague has to know.
 */
export function viewAddress(list: ListDescription, address: string): string {
  const given = new URLSearchParams(address);
  const schemas: Readonly<Record<string, z.ZodType>> = listQuery(list).shape;
  const understood = new URLSearchParams();
  const take = (name: string, isUnderstood: (text: string) => boolean) => {
    const text = given.get(name);
    if (text && isUnderstood(text)) understood.set(name, text);
  };
  for (const [name, criterion] of Object.entries(list.criteria)) {
    if (criterion.kind === 'search') continue;
    const parameter = parameterOf(name, criterion);
    take(parameter, (text) => schemas[parameter]?.safeParse(text).success ?? false);
  }
  take('sort', (text) => list.sorts.includes(text));
  take('dir', (text) => text === 'asc' || text === 'desc');
  take('columns', (text) => COLUMNS.test(text));
  return understood.toString();
}
