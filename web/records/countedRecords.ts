import { ownedRecords } from '@insuremanager/contracts/records/records';

/** How many records of each kind are a customer’s, in words: "2 policies", "1 document". */
export const countedRecords = (counts: object): string[] =>
  ownedRecords().flatMap(({ one, many }) => {
    const count = Number(counts[many as never] ?? 0);
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
