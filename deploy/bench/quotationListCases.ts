import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { casesOf, type ListCase, type Order } from './listCases.js';

const { list, search } = casesOf('quotations', { order: 'added desc', filter: {} });
const daysAgo = (days: number): string => addDays(kolkataDay(new Date()), -days);

const ORDERS: Order<'quotations'>[] = [
  'added desc',
  'added asc',
  'total asc',
  'total desc',
  'number asc',
  'number desc',
  'validity asc',
  'validity desc',
];

/** Every sort both ways, and filters of every kind: common, rare, and across the order of the sort. */
export const quotationListCases = (): ListCase[] => [
  ...ORDERS.map((order) => list('all', {}, order)),
  ...ORDERS.map((order) => list('rejected', { statuses: ['rejected'] }, order)),
  list('pending', { statuses: ['pending'] }, 'total desc'),
  list('accepted or expired', { statuses: ['accepted', 'expired'] }, 'number asc'),
  list('past their validity', { pastValidity: true }, 'validity desc'),
  list('past their validity', { pastValidity: true }, 'total asc'),
  list('of health', { insuranceType: 'health' }, 'validity asc'),
  list('of one insurer', { insurer: 'star health' }, 'added desc'),
  list('of one insurer', { insurer: 'IFFCO Tokio' }, 'total desc'),
  list('of no insurer', { insurer: 'Nobody General' }, 'number asc'),
  list('of one customer', { customerId: 778 }, 'total asc'),
  list('of the last month', { createdFrom: daysAgo(30) }, 'total asc'),
  list('of the last month', { createdFrom: daysAgo(30) }, 'validity desc'),
  list('of one day', { createdFrom: daysAgo(200), createdTo: daysAgo(200) }, 'number desc'),
  list('of one day', { createdFrom: daysAgo(200), createdTo: daysAgo(200) }, 'total asc'),
  list('above a lakh', { totalFrom: 10_000_000 }, 'added desc'),
  list('in a narrow band', { totalFrom: 2_000_000, totalTo: 2_010_000 }, 'number asc'),
  list('in a narrow band', { totalFrom: 2_000_000, totalTo: 2_010_000 }, 'validity asc'),
  list(
    'rejected, IFFCO, of vehicles, of the last month',
    {
      statuses: ['rejected'],
      insurer: 'IFFCO Tokio',
      insuranceType: 'vehicle',
      createdFrom: daysAgo(30),
    },
    'total desc',
  ),
];

/** Numbers, insurers, plates and customers, in parts, in whatever spelling, in both scripts. */
export const quotationSearchCases = (): ListCase[] => [
  search('QT-2026-27', 'number asc'),
  search('qt 2026 27 15', 'number desc'),
  search('27-15', 'total asc'),
  search('star', 'validity asc'),
  search('insurance', 'total desc'),
  search('iffco', 'number asc'),
  search('KL 07'),
  search('kl-07-s', 'total asc'),
  search('1234', 'number asc'),
  search('nair'),
  search('nair', 'number asc'),
  search('lakshmi', 'total desc'),
  search('ലക്ഷ്മി', 'number asc'),
  search('example.com', 'total asc'),
  search('kochi', 'validity desc'),
  search('kasaragod', 'total asc'),
  search('thomas varghese kochi', 'number asc'),
  search('+91 94470 1'),
  search('an', 'total asc'),
  search('k', 'number desc'),
  search('star', 'number asc', { statuses: ['rejected'], createdFrom: daysAgo(30) }),
  search('zzyzx', 'total asc'),
];
