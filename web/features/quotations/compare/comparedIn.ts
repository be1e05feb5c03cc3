import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';

// By itself: the list needs it at once, and the comparison only when it is opened.
/** The quotations that an address names, each once; null when nothing is compared. */
export function comparedIn(params: URLSearchParams): number[] | null {
  const named = params.get('compare');
  if (named === null) return null;
  const ids = named.split(',').filter((text) => /^[1-9]\d{0,8}$/.test(text));
  return [...new Set(ids.map(Number))].slice(0, MOST_COMPARED);
}
