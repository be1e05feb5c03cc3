import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { idIn } from '../addressValues';
import { addressOfColumns, type ChosenFrom, columnsIn } from '../columnChoice';
import { addressOfFilter, filterIn } from '../listFilter';
import { addressOfSorting, sortingIn } from '../sorting';

/** A list as its address says it, but for what is searched for. */
export interface AddressedList extends ChosenFrom {
  list: ListDescription;
}

/** The name in an address of the view that was opened. The list is what the rest of it says. */
export const OPENED_VIEW = 'saved';

/** What an address says of how a list is shown, null for what is as usual. */
const shownBy = (
  of: AddressedList,
  params: URLSearchParams,
): Readonly<Record<string, string | null>> => ({
  ...addressOfFilter(of.list, filterIn(params, of.list)),
  ...addressOfSorting(sortingIn(params, of.list), of.list),
  columns: addressOfColumns(columnsIn(params, of), of),
});

/** The same as a text, which is one for equal lists; empty for the list as usual. */
export function addressOfList(of: AddressedList, params: URLSearchParams): string {
  const said = Object.entries(shownBy(of, params)).filter(([, value]) => value !== null);
  return String(new URLSearchParams(said as [string, string][]));
}

/**
 * What is to be changed in an address so that it says what a view does. What was searched for, and
 * how far the list was scrolled, is of the list before.
 */
export const opening = (of: AddressedList, view: Pick<View, 'id' | 'address'> | null) => ({
  ...shownBy(of, new URLSearchParams(view?.address)),
  [OPENED_VIEW]: view && String(view.id),
  q: null,
  row: null,
});

interface View {
  id: number;
  address: string;
  isOwn: boolean;
}

/**
 * The view that is shown: the one that was opened, or else one that says the same. `isChanged`: since
 * it was opened. Null where the list is shown as no view says.
 */
export function shownView<Of extends View>(
  of: AddressedList,
  params: URLSearchParams,
  views: readonly Of[],
): { view: Of; isChanged: boolean } | null {
  const now = addressOfList(of, params);
  const says = (view: View) => addressOfList(of, new URLSearchParams(view.address));
  const opened = views.find(({ id }) => id === idIn(params, OPENED_VIEW));
  if (opened) return { view: opened, isChanged: says(opened) !== now };
  if (now === '') return null;
  const equal = views.filter((view) => says(view) === now);
  const view = equal.find(({ isOwn }) => isOwn) ?? equal[0];
  return view ? { view, isChanged: false } : null;
}
