import { z } from 'zod';
import { type OwnedKind, ownedRecords, type RECORDS } from './records.js';

type Shape = { [Kind in OwnedKind as (typeof RECORDS)[Kind]['many']]: z.ZodInt };
export type OwnedCounts = { [Many in keyof Shape]: number };

/** How many records of each kind are a customer’s; of policies, terms. */
export const ownedCounts = (): Shape =>
  Object.fromEntries(ownedRecords().map(({ many }) => [many, z.int()])) as Shape;
