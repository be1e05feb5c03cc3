import { notFound } from './errors.js';

type RecordRef = number | { readonly id: number };

/**
 * Methods about one record, for a reader to whom only some records exist. Of the others nothing is
 * asked or changed, and nobody learns whether there are any.
 * @param exists whether a record exists for the reader; false for one that is unknown, too.
 */
export const limitedRecords = (thing: string, exists: (id: number) => Promise<boolean>) => {
  const idOf = (ref: RecordRef): number => (typeof ref === 'number' ? ref : ref.id);
  return {
    /** Answers null where there is no such record. */
    found:
      <Ref extends RecordRef, Rest extends unknown[], Answer>(
        method: (ref: Ref, ...rest: Rest) => Promise<Answer | null>,
      ) =>
      async (ref: Ref, ...rest: Rest): Promise<Answer | null> =>
        (await exists(idOf(ref))) ? method(ref, ...rest) : null,

    /** Throws not-found where there is no such record. */
    required:
      <Ref extends RecordRef, Rest extends unknown[], Answer>(
        method: (ref: Ref, ...rest: Rest) => Promise<Answer>,
      ) =>
      async (ref: Ref, ...rest: Rest): Promise<Answer> => {
        if (!(await exists(idOf(ref)))) throw notFound(thing, idOf(ref));
        return method(ref, ...rest);
      },
  };
};
