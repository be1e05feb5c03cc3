import { useApolloClient } from '@apollo/client/react';
import { useCallback, useRef, useState } from 'react';
import {
  CustomerDuplicatesDocument,
  type CustomerDuplicatesQuery,
} from '../../data/operations.generated';
import type { Customer } from './customer';
import { CUSTOMER_FORM, type CustomerFormValues, probeOf } from './customerForm';

const { empty, rules } = CUSTOMER_FORM;

export type Duplicate = CustomerDuplicatesQuery['customerDuplicates'][number];

interface Found {
  probe: Record<string, string>;
  duplicates: readonly Duplicate[];
}

const NOTHING: Found = { probe: {}, duplicates: [] };

export interface Duplicates {
  /** Those who share what the field holds now. */
  of: (field: string, values: CustomerFormValues) => Duplicate[];
  ignore: (id: number) => void;
  /** Looks for duplicates of what the form holds; says whether there are any not shown before. */
  check: (values: CustomerFormValues) => Promise<boolean>;
}

/** Others who share what should be one person's alone. Only points out: never blocks a save. */
export function useDuplicates(base: Customer | null): Duplicates {
  const exceptId = base?.id ?? null;
  const client = useApolloClient();
  const [found, setFound] = useState(NOTHING);
  const [ignored, setIgnored] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef(0);
  const known = useRef(new Map<string, Promise<readonly Duplicate[]>>());
  const shown = useRef(new Set<string>());

  const ask = useCallback(
    (probe: Record<string, string>): Promise<readonly Duplicate[]> => {
      const key = JSON.stringify(probe);
      const before = known.current.get(key);
      if (before || key === '{}') return before ?? Promise.resolve([]);
      const answer = client
        .query({
          query: CustomerDuplicatesDocument,
          variables: { probe, exceptId },
          fetchPolicy: 'no-cache',
        })
        .then(({ data }) => data?.customerDuplicates ?? [])
        .catch(() => {
          // Without an answer nothing is known: it is asked again next time.
          known.current.delete(key);
          return [];
        });
      known.current.set(key, answer);
      return answer;
    },
    [client, exceptId],
  );

  const check = useCallback(
    async (values: CustomerFormValues) => {
      latest.current += 1;
      const attempt = latest.current;
      // Those that come while this waits were not shown to anyone who has pressed Save.
      const shownBefore = new Set(shown.current);
      const probe = probeOf(values, base ? rules.formOf(base) : empty);
      const duplicates = await ask(probe);
      if (attempt === latest.current) setFound({ probe, duplicates });
      const keys = duplicates.map(({ id, matches }) => `${id}:${matches.join()}`);
      const hasNew = keys.some((key) => !shownBefore.has(key));
      for (const key of keys) shown.current.add(key);
      return hasNew;
    },
    [ask, base],
  );

  const of = (field: string, values: CustomerFormValues) =>
    probeOf(values, empty)[field] === found.probe[field]
      ? found.duplicates.filter(
          ({ id, matches }) => !ignored.has(id) && matches.some((match) => match === field),
        )
      : [];
  const ignore = (id: number) => setIgnored(new Set([...ignored, id]));
  return { of, ignore, check };
}
