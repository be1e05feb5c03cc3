import type { PolicyFilter } from '@insuremanager/contracts/policies/policyViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { casesOf, type ListCase, type Order } from './listCases.js';

const today = () => kolkataDay(new Date());
const health = { kind: 'health' } as const satisfies PolicyFilter;
const vehicle = { kind: 'vehicle' } as const satisfies PolicyFilter;

const { list, search } = casesOf('policies', { order: 'added desc', filter: vehicle });

const ORDERS: Order<'policies'>[] = [
  'added desc',
  'added asc',
  'ends asc',
  'ends desc',
  'premium asc',
  'premium desc',
  'number asc',
  'number desc',
];

/** Every sort both ways, and filters of every kind: common, rare, and across the order of the sort. */
export const policyListCases = (): ListCase[] => [
  ...ORDERS.map((order) => list('all of health', health, order)),
  ...ORDERS.map((order) => list('active vehicles', { ...vehicle, statuses: ['active'] }, order)),
  list('expiring soon', { ...health, expiringSoon: true }, 'ends asc'),
  list('expiring soon', { ...vehicle, expiringSoon: true }, 'premium desc'),
  list('cancelled', { ...health, statuses: ['cancelled'] }, 'ends asc'),
  list('cancelled or renewed', { ...health, statuses: ['cancelled', 'renewed'] }, 'premium desc'),
  list('of one insurer', { ...health, insurer: 'star health' }, 'added desc'),
  list('of one insurer', { ...vehicle, insurer: 'IFFCO Tokio' }, 'premium asc'),
  list('of no insurer', { ...vehicle, insurer: 'Nobody General' }, 'added desc'),
  list('groups', { ...health, policyTypes: ['group'] }, 'ends asc'),
  list('buses', { ...vehicle, vehicleTypes: ['bus'] }, 'premium desc'),
  list('buses', { ...vehicle, vehicleTypes: ['bus'] }, 'number asc'),
  list(
    'ending on one day',
    { ...vehicle, endsFrom: addDays(today(), 100), endsTo: addDays(today(), 100) },
    'number asc',
  ),
  list('ending this year', { ...health, endsTo: addDays(today(), 200) }, 'added desc'),
  list(
    'premium in a narrow band',
    { ...vehicle, premiumFrom: 5_000_000, premiumTo: 5_050_000 },
    'ends asc',
  ),
  list('premium above a lakh', { ...health, premiumFrom: 10_000_000 }, 'added desc'),
  list('KYC rejected', { ...health, kycStatuses: ['rejected'] }, 'ends asc'),
  list(
    'KYC rejected',
    { ...vehicle, kycStatuses: ['rejected'], statuses: ['cancelled'] },
    'added desc',
  ),
  list('of one customer', { customerId: 777 }, 'ends desc'),
  list(
    'buses, IFFCO, cancelled, KYC pending',
    {
      ...vehicle,
      vehicleTypes: ['bus'],
      insurer: 'IFFCO Tokio',
      statuses: ['cancelled'],
      kycStatuses: ['pending'],
    },
    'premium asc',
  ),
];

/** Numbers, insurers and plates, in parts and in whatever spelling. */
export const policySearchCases = (): ListCase[] => [
  search('H/1041', 'added desc', health),
  search('/30', 'number asc', health),
  search('3012345'),
  search('star', 'ends asc', health),
  search('insurance', 'premium desc'),
  search('KL 07'),
  search('kl-07-ab'),
  search('KL07AB12', 'ends asc'),
  search('1234', 'number asc'),
  search('zzzzz'),
];
