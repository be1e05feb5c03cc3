import type { CustomerListRequest } from '@insuremanager/contracts/customers/customerViews';
import type { DocumentListRequest } from '@insuremanager/contracts/documents/documentViews';
import type { PolicyListRequest } from '@insuremanager/contracts/policies/policyViews';
import type { QuotationListRequest } from '@insuremanager/contracts/quotations/quotationViews';

interface Requests {
  customers: CustomerListRequest;
  policies: PolicyListRequest;
  documents: DocumentListRequest;
  quotations: QuotationListRequest;
}

export type ListName = keyof Requests;

/** A list as somebody asks for it, page by page. */
export interface ListCaseOf<Name extends ListName> {
  readonly of: Name;
  readonly kind: 'list' | 'search';
  readonly what: string;
  readonly request: Omit<Requests[Name], 'limit' | 'cursor'>;
}
export type ListCase = { [Name in ListName]: ListCaseOf<Name> }[ListName];

type Filter<Name extends ListName> = Requests[Name]['filter'];
/** A sort and its direction, such as `name asc`. */
export type Order<Name extends ListName> =
  `${Requests[Name]['sort']} ${Requests[Name]['direction']}`;

/** Makes the cases of one list. Searches are in this order and within this filter, unless told. */
export function casesOf<Name extends ListName>(
  of: Name,
  usual: { order: Order<Name>; filter: Filter<Name> },
) {
  const listed = (
    kind: ListCase['kind'],
    what: string,
    filter: Filter<Name>,
    order: Order<Name>,
  ): ListCaseOf<Name> => {
    const [sort, direction] = order.split(' ');
    const request = { filter, sort, direction } as ListCaseOf<Name>['request'];
    return { of, kind, what: `${of}, ${what}, by ${order}`, request };
  };
  return {
    list: (what: string, filter: Filter<Name>, order: Order<Name>) =>
      listed('list', what, filter, order),
    search: (text: string, order = usual.order, filter = usual.filter) =>
      listed('search', `“${text}”`, { ...filter, search: text }, order),
  };
}
