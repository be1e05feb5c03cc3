import {
  type CustomerListRequest,
  customerList,
} from '@insuremanager/contracts/customers/customerViews';
import {
  type DocumentListRequest,
  documentList,
} from '@insuremanager/contracts/documents/documentViews';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { type PolicyListRequest, policyList } from '@insuremanager/contracts/policies/policyViews';
import {
  type QuotationListRequest,
  quotationList,
} from '@insuremanager/contracts/quotations/quotationViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';

interface Requests {
  customers: CustomerListRequest;
  policies: PolicyListRequest;
  documents: DocumentListRequest;
  quotations: QuotationListRequest;
}

export type ListName = keyof Requests;

/** A list as somebody asks for it, page by page. */
export type ListCase = {
  [Name in ListName]: {
    readonly of: Name;
    readonly kind: 'list' | 'search';
    readonly what: string;
    readonly request: Omit<Requests[Name], 'limit' | 'cursor'>;
  };
}[ListName];

type Filter<Name extends ListName> = Requests[Name]['filter'];
/** A sort and its direction, such as `name asc`. */
type Order<Name extends ListName> = `${Requests[Name]['sort']} ${Requests[Name]['direction']}`;

/** Makes cases of one list, all within a filter; one for each order. */
function casesOf<Name extends ListName>(of: Name, usual: Order<Name>, within: Filter<Name> = {}) {
  const cases = (
    kind: ListCase['kind'],
    what: string,
    filter: Filter<Name>,
    orders: readonly Order<Name>[],
  ): ListCase[] =>
    orders.map((order) => {
      const [sort, direction] = order.split(' ');
      const request = { filter: { ...within, ...filter }, sort, direction };
      return { of, kind, what: `${of}, ${what}, by ${order}`, request } as unknown as ListCase;
    });
  const searchIn = (filter: Filter<Name>, text: string, orders: readonly Order<Name>[]) =>
    cases('search', `“${text}”`, { ...filter, search: text }, orders);
  return {
    list: (what: string, filter: Filter<Name>, ...orders: Order<Name>[]) =>
      cases('list', what, filter, orders),
    searchIn: (filter: Filter<Name>, text: string, ...orders: Order<Name>[]) =>
      searchIn(filter, text, orders),
    search: (text: string, ...orders: Order<Name>[]) =>
      searchIn({}, text, orders.length > 0 ? orders : [usual]),
  };
}

const bothWays = <Sort extends string>(sorts: readonly Sort[]) =>
  sorts.flatMap((sort) => [`${sort} desc`, `${sort} asc`] as const);

const inDays = (days: number): string => addDays(kolkataDay(new Date()), days);
const daysAgo = (days: number): string => inDays(-days);

/**
 * All four lists. Every sort both ways, and filters of every kind: common, rare, and across the
 * order of the sort. Then searches: common and rare, short and long, of every column, in parts and
 * in whatever spelling, in both scripts, and what nobody is called.
 */
export const listCases = (): ListCase[] =>
  [customerCases(), policyCases(), documentCases(), quotationCases()].flat(2);

function customerCases(): ListCase[][] {
  const { list, search, searchIn } = casesOf('customers', 'added desc');
  const [isPending, isOpen] = [['pending'] as const, ['pending', 'rejected'] as const];
  const lastMonth = { addedFrom: daysAgo(30) };
  const kochi = { city: 'Kochi', kycStatuses: ['rejected'], addedFrom: daysAgo(365) } as const;
  return [
    list('all', {}, ...bothWays(customerList.sorts)),
    list('pending', { kycStatuses: isPending }, 'name asc', 'added desc'),
    list('pending or rejected', { kycStatuses: isOpen }, 'added desc', 'name asc'),
    list('in Kochi', { city: 'kochi' }, 'added desc', 'name asc'),
    list('in Kasaragod', { city: 'Kasaragod' }, 'kyc asc'),
    list('in Kasaragod, rejected', { city: 'Kasaragod', kycStatuses: ['rejected'] }, 'name asc'),
    list('in no city of ours', { city: 'Reykjavik' }, 'added desc'),
    list('added in the last month', lastMonth, 'added desc', 'name asc', 'kyc asc'),
    list('added on one day', { addedFrom: daysAgo(200), addedTo: daysAgo(200) }, 'name asc'),
    list('in Kochi, rejected, last year', kochi, 'name asc'),
    search('nair', 'added desc', 'name asc'),
    search('ana', 'added desc', 'name asc'),
    search('example.com', 'added desc', 'name asc'),
    search('an'),
    search('k', 'name asc'),
    search('ലക്ഷ്മി'),
    search('ലക്ഷ്മി നായർ', 'name asc'),
    search('venkatasubramanian'),
    search('thomas varghese kochi'),
    searchIn({ kycStatuses: ['rejected'], city: 'Kozhikode' }, 'fathima', 'name asc'),
    search('98470'),
    search('+91 94470 1'),
    search('kasaragod', 'kyc asc'),
    search('abcp'),
    search('zzyzx'),
  ];
}

function policyCases(): ListCase[][] {
  const policies = casesOf('policies', 'added desc');
  const health = casesOf('policies', 'added desc', { kind: 'health' });
  const vehicle = casesOf('policies', 'added desc', { kind: 'vehicle' });
  const oneDay = { endsFrom: inDays(100), endsTo: inDays(100) };
  const band = { premiumFrom: 5_000_000, premiumTo: 5_050_000 };
  const isCancelled = { statuses: ['cancelled'] } as const;
  const ofBuses = { vehicleTypes: ['bus'] } as const;
  const rare = {
    ...ofBuses,
    ...isCancelled,
    insurer: 'IFFCO Tokio',
    kycStatuses: ['pending'],
  } as const;
  return [
    health.list('all of health', {}, ...bothWays(policyList.sorts)),
    vehicle.list('active vehicles', { statuses: ['active'] }, ...bothWays(policyList.sorts)),
    health.list('expiring soon', { expiringSoon: true }, 'ends asc'),
    vehicle.list('expiring soon', { expiringSoon: true }, 'premium desc'),
    health.list('cancelled', isCancelled, 'ends asc'),
    health.list('cancelled or renewed', { statuses: ['cancelled', 'renewed'] }, 'premium desc'),
    health.list('of one insurer', { insurer: 'star health' }, 'added desc'),
    vehicle.list('of one insurer', { insurer: 'IFFCO Tokio' }, 'premium asc'),
    vehicle.list('of no insurer', { insurer: 'Nobody General' }, 'added desc'),
    health.list('groups', { policyTypes: ['group'] }, 'ends asc'),
    vehicle.list('buses', ofBuses, 'premium desc', 'number asc'),
    vehicle.list('ending on one day', oneDay, 'number asc'),
    health.list('ending this year', { endsTo: inDays(200) }, 'added desc'),
    vehicle.list('premium in a narrow band', band, 'ends asc'),
    health.list('premium above a lakh', { premiumFrom: 10_000_000 }, 'added desc'),
    health.list('KYC rejected', { kycStatuses: ['rejected'] }, 'ends asc'),
    vehicle.list('KYC rejected', { kycStatuses: ['rejected'], ...isCancelled }, 'added desc'),
    policies.list('of one customer', { customerId: 777 }, 'ends desc'),
    vehicle.list('buses, IFFCO, cancelled, KYC pending', rare, 'premium asc'),
    health.search('H/1041'),
    health.search('/30', 'number asc'),
    vehicle.search('3012345'),
    health.search('star', 'ends asc'),
    vehicle.search('insurance', 'premium desc'),
    vehicle.search('KL 07'),
    vehicle.search('kl-07-ab'),
    vehicle.search('KL07AB12', 'ends asc'),
    vehicle.search('1234', 'number asc'),
    vehicle.search('zzzzz'),
  ];
}

function documentCases(): ListCase[][] {
  const { list, search, searchIn } = casesOf('documents', 'uploaded desc');
  const ofClaims = { documentTypes: ['claim_document'] } as const;
  const ofKycOrClaims = { documentTypes: ['kyc', 'claim_document'] } as const;
  const inWord = { fileKinds: ['doc', 'docx'] } as const;
  const lastMonth = { uploadedFrom: daysAgo(30) };
  const oneDay = { uploadedFrom: daysAgo(200), uploadedTo: daysAgo(200) };
  const rare = { ...ofClaims, ...lastMonth, fileKinds: ['doc'], policyType: 'vehicle' } as const;
  return [
    list('all', {}, ...bothWays(documentList.sorts)),
    list('claims', ofClaims, ...bothWays(documentList.sorts)),
    list('of KYC', { documentTypes: ['kyc'] }, 'name asc'),
    list('of KYC or a claim', ofKycOrClaims, 'name asc', 'size desc'),
    list('PDFs', { fileKinds: ['pdf'] }, 'size asc'),
    list('Word files', inWord, 'uploaded desc', 'name asc', 'size desc'),
    list('of vehicles', { policyType: 'vehicle' }, 'uploaded desc', 'name desc'),
    list('of KYC of a policy', { documentTypes: ['kyc'], policyType: 'health' }, 'name asc'),
    list('of one customer', { customerId: 778 }, 'name asc'),
    list('of one policy', { policyId: 22 * TERMS_PER_POLICY }, 'uploaded desc'),
    list('in the last month', lastMonth, 'name asc', 'size desc'),
    list('on one day', oneDay, 'name asc', 'size asc'),
    list('Word files of claims of vehicles in the last month', rare, 'name asc'),
    search('aadhaar', 'uploaded desc', 'name asc'),
    search('pdf', 'name asc'),
    search('policy', 'name asc', 'size desc'),
    search('hospital bill', 'name desc'),
    search('garage estimate', 'name asc'),
    search('renewal docx', 'size asc'),
    search('scan0042'),
    search('IMG_2026', 'name desc'),
    search('ആധാർ', 'name asc'),
    search('ആധാർ കാർഡ്', 'size asc'),
    search('lakshmi', 'name asc'),
    search('ലക്ഷ്മി', 'name asc'),
    search('nair', 'uploaded desc', 'name asc'),
    search('example.com', 'name asc'),
    search('kochi', 'size desc'),
    search('thomas varghese kochi', 'name asc'),
    search('+91 94470 1'),
    search('an', 'name asc'),
    search('p', 'name desc'),
    searchIn(ofClaims, 'aadhaar', 'name asc'),
    searchIn({ fileKinds: ['pdf'], ...lastMonth }, 'masked', 'size desc'),
    search('zzyzx', 'name asc'),
  ];
}

function quotationCases(): ListCase[][] {
  const { list, search, searchIn } = casesOf('quotations', 'added desc');
  const isRejected = { statuses: ['rejected'] } as const;
  const lastMonth = { createdFrom: daysAgo(30) };
  const oneDay = { createdFrom: daysAgo(200), createdTo: daysAgo(200) };
  const band = { totalFrom: 2_000_000, totalTo: 2_010_000 };
  const rare = {
    ...isRejected,
    ...lastMonth,
    insurer: 'IFFCO Tokio',
    insuranceType: 'vehicle',
  } as const;
  return [
    list('all', {}, ...bothWays(quotationList.sorts)),
    list('rejected', isRejected, ...bothWays(quotationList.sorts)),
    list('pending', { statuses: ['pending'] }, 'total desc'),
    list('accepted or expired', { statuses: ['accepted', 'expired'] }, 'number asc'),
    list('past their validity', { pastValidity: true }, 'validity desc', 'total asc'),
    list('of health', { insuranceType: 'health' }, 'validity asc'),
    list('of one insurer', { insurer: 'star health' }, 'added desc'),
    list('of one insurer', { insurer: 'IFFCO Tokio' }, 'total desc'),
    list('of no insurer', { insurer: 'Nobody General' }, 'number asc'),
    list('of one customer', { customerId: 778 }, 'total asc'),
    list('of the last month', lastMonth, 'total asc', 'validity desc'),
    list('of one day', oneDay, 'number desc', 'total asc'),
    list('above a lakh', { totalFrom: 10_000_000 }, 'added desc'),
    list('in a narrow band', band, 'number asc', 'validity asc'),
    list('rejected, IFFCO, of vehicles, of the last month', rare, 'total desc'),
    search('QT-2026-27', 'number asc'),
    search('qt 2026 27 15', 'number desc'),
    search('27-15', 'total asc'),
    search('star', 'validity asc'),
    search('insurance', 'total desc'),
    search('iffco', 'number asc'),
    search('KL 07'),
    search('kl-07-s', 'total asc'),
    search('1234', 'number asc'),
    search('nair', 'added desc', 'number asc'),
    search('lakshmi', 'total desc'),
    search('ലക്ഷ്മി', 'number asc'),
    search('example.com', 'total asc'),
    search('kochi', 'validity desc'),
    search('kasaragod', 'total asc'),
    search('thomas varghese kochi', 'number asc'),
    search('+91 94470 1'),
    search('an', 'total asc'),
    search('k', 'number desc'),
    searchIn({ ...isRejected, ...lastMonth }, 'star', 'number asc'),
    search('zzyzx', 'total asc'),
  ];
}
