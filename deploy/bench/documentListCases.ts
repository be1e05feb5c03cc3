import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { casesOf, type ListCase, type Order } from './listCases.js';

const { list, search } = casesOf('documents', { order: 'uploaded desc', filter: {} });
const daysAgo = (days: number): string => addDays(kolkataDay(new Date()), -days);

const ORDERS: Order<'documents'>[] = [
  'uploaded desc',
  'uploaded asc',
  'name asc',
  'name desc',
  'size asc',
  'size desc',
];

/** Every sort both ways, and filters of every kind: common, rare, and across the order of the sort. */
export const documentListCases = (): ListCase[] => [
  ...ORDERS.map((order) => list('all', {}, order)),
  ...ORDERS.map((order) => list('claims', { documentTypes: ['claim_document'] }, order)),
  list('of KYC', { documentTypes: ['kyc'] }, 'name asc'),
  list('of KYC or a claim', { documentTypes: ['kyc', 'claim_document'] }, 'name asc'),
  list('of KYC or a claim', { documentTypes: ['kyc', 'claim_document'] }, 'size desc'),
  list('PDFs', { fileKinds: ['pdf'] }, 'size asc'),
  list('Word files', { fileKinds: ['doc', 'docx'] }, 'uploaded desc'),
  list('Word files', { fileKinds: ['doc', 'docx'] }, 'name asc'),
  list('Word files', { fileKinds: ['doc', 'docx'] }, 'size desc'),
  list('of vehicles', { policyType: 'vehicle' }, 'uploaded desc'),
  list('of vehicles', { policyType: 'vehicle' }, 'name desc'),
  list('of KYC of a policy', { documentTypes: ['kyc'], policyType: 'health' }, 'name asc'),
  list('of one customer', { customerId: 778 }, 'name asc'),
  list('of one policy', { policyId: 22 * TERMS_PER_POLICY }, 'uploaded desc'),
  list('in the last month', { uploadedFrom: daysAgo(30) }, 'name asc'),
  list('in the last month', { uploadedFrom: daysAgo(30) }, 'size desc'),
  list('on one day', { uploadedFrom: daysAgo(200), uploadedTo: daysAgo(200) }, 'name asc'),
  list('on one day', { uploadedFrom: daysAgo(200), uploadedTo: daysAgo(200) }, 'size asc'),
  list(
    'Word files of claims of vehicles in the last month',
    {
      documentTypes: ['claim_document'],
      fileKinds: ['doc'],
      policyType: 'vehicle',
      uploadedFrom: daysAgo(30),
    },
    'name asc',
  ),
];

/** Names of files and of customers, common and rare, short and long, in both scripts. */
export const documentSearchCases = (): ListCase[] => [
  search('aadhaar'),
  search('aadhaar', 'name asc'),
  search('pdf', 'name asc'),
  search('policy', 'name asc'),
  search('policy', 'size desc'),
  search('hospital bill', 'name desc'),
  search('garage estimate', 'name asc'),
  search('renewal docx', 'size asc'),
  search('scan0042'),
  search('IMG_2026', 'name desc'),
  search('ആധാർ', 'name asc'),
  search('ആധാർ കാർഡ്', 'size asc'),
  search('lakshmi', 'name asc'),
  search('ലക്ഷ്മി', 'name asc'),
  search('nair'),
  search('nair', 'name asc'),
  search('example.com', 'name asc'),
  search('kochi', 'size desc'),
  search('thomas varghese kochi', 'name asc'),
  search('+91 94470 1'),
  search('an', 'name asc'),
  search('p', 'name desc'),
  search('aadhaar', 'name asc', { documentTypes: ['claim_document'] }),
  search('masked', 'size desc', { fileKinds: ['pdf'], uploadedFrom: daysAgo(30) }),
  search('zzyzx', 'name asc'),
];
