import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { casesOf, type ListCase } from './listCases.js';

const { list, search } = casesOf('customers', { order: 'added desc', filter: {} });
const daysAgo = (days: number): string => addDays(kolkataDay(new Date()), -days);

/** Every sort both ways, and filters of every kind: common, rare, and across the order of the sort. */
export const customerListCases = (): ListCase[] => [
  list('all', {}, 'added desc'),
  list('all', {}, 'added asc'),
  list('all', {}, 'name asc'),
  list('all', {}, 'name desc'),
  list('all', {}, 'kyc asc'),
  list('all', {}, 'kyc desc'),
  list('pending', { kycStatuses: ['pending'] }, 'name asc'),
  list('pending', { kycStatuses: ['pending'] }, 'added desc'),
  list('pending or rejected', { kycStatuses: ['pending', 'rejected'] }, 'added desc'),
  list('pending or rejected', { kycStatuses: ['pending', 'rejected'] }, 'name asc'),
  list('in Kochi', { city: 'kochi' }, 'added desc'),
  list('in Kochi', { city: 'kochi' }, 'name asc'),
  list('in Kasaragod', { city: 'Kasaragod' }, 'kyc asc'),
  list('in Kasaragod, rejected', { city: 'Kasaragod', kycStatuses: ['rejected'] }, 'name asc'),
  list('in no city of ours', { city: 'Reykjavik' }, 'added desc'),
  list('added in the last month', { addedFrom: daysAgo(30) }, 'added desc'),
  list('added in the last month', { addedFrom: daysAgo(30) }, 'name asc'),
  list('added in the last month', { addedFrom: daysAgo(30) }, 'kyc asc'),
  list('added on one day', { addedFrom: daysAgo(200), addedTo: daysAgo(200) }, 'name asc'),
  list(
    'in Kochi, rejected, last year',
    { city: 'Kochi', kycStatuses: ['rejected'], addedFrom: daysAgo(365) },
    'name asc',
  ),
];

/** Common and rare, short and long, of every column, in both scripts, and what nobody is called. */
export const customerSearchCases = (): ListCase[] => [
  search('nair'),
  search('nair', 'name asc'),
  search('ana'),
  search('ana', 'name asc'),
  search('example.com'),
  search('example.com', 'name asc'),
  search('an'),
  search('k', 'name asc'),
  search('ലക്ഷ്മി'),
  search('ലക്ഷ്മി നായർ', 'name asc'),
  search('venkatasubramanian'),
  search('thomas varghese kochi'),
  search('fathima', 'name asc', { kycStatuses: ['rejected'], city: 'Kozhikode' }),
  search('98470'),
  search('+91 94470 1'),
  search('kasaragod', 'kyc asc'),
  search('abcp'),
  search('zzyzx'),
];
