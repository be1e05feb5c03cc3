import { useQuery } from '@apollo/client/react';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { useEffect, useState } from 'react';
import { InsurersDocument } from '../../data/operations.generated';
import { useDebounced } from '../../ui/useDebounced';

/** Milliseconds of rest before what was typed is looked up. */
const REST = 200;

/** What is said of an insurer that no policy has: it may be misspelt. Undefined while one is known. */
export function useInsurerWarning(insurer: string): string | undefined {
  const typed = insurer.trim();
  const [asked, setAsked] = useState(typed);
  const askSoon = useDebounced(setAsked, REST);
  useEffect(() => askSoon(typed), [askSoon, typed]);
  const { data } = useQuery(InsurersDocument, {
    variables: { prefix: asked },
    skip: asked === '',
  });
  if (typed === '' || asked !== typed || !data) return undefined;
  const isKnown = data.insurers.some((name) => searchKey(name) === searchKey(typed));
  return isKnown ? undefined : 'No policy has this insurer yet. Please check the name.';
}
