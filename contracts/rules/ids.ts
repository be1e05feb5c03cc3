/** Ids are drawn from a Postgres `integer` sequence. */
export const LARGEST_ID = 2_147_483_647;

/** Whether a number can be that of a record. */
export const isId = (id: number): boolean =>
  Number.isSafeInteger(id) && id >= 1 && id <= LARGEST_ID;
