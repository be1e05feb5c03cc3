import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { GlobalSearchQuery } from '../../data/operations.generated';
import type { RecordKey, RecordKind } from '../../records/addresses';

export const SEARCH_PLACEHOLDER = 'Search customers, policies, documents...';

/** Where an option leads: to a record, or to the list with all that was found. */
export type SearchTarget =
  | { to: 'record'; record: RecordKey }
  | { to: 'list'; kind: RecordKind; query: string };

export interface SearchOption {
  /** Of its element in the page. */
  id: string;
  target: SearchTarget;
  title: string;
  detail: string | null;
}

export interface OptionGroup {
  heading: string;
  options: SearchOption[];
}

type Results = GlobalSearchQuery['search'];

/** How a record is shown wherever it was found: title and detail. */
export const LOOKS = {
  customer: ({ name, phone }: { name: string; phone: string }) => [name, formatPhone(phone)],
  health: (policy: { policyNumber: string; insuranceCompany: string }) => [
    policy.policyNumber,
    policy.insuranceCompany,
  ],
  vehicle: (policy: { policyNumber: string; vehicleNumber: string | null }) => [
    policy.policyNumber,
    formatPlate(policy.vehicleNumber ?? ''),
  ],
  document: ({ fileName, customer }: { fileName: string; customer: { name: string } | null }) => [
    fileName,
    customer?.name ?? 'Deleted customer',
  ],
  quotation: (quotation: { quotationNumber: string; insuranceCompany: string | null }) => [
    quotation.quotationNumber,
    quotation.insuranceCompany ?? '',
  ],
} as const;

export const optionOf = (
  record: RecordKey,
  [title = '', detail = '']: readonly string[],
): SearchOption => ({
  id: `search-${record.kind}-${record.id}`,
  target: { to: 'record', record },
  title,
  detail,
});

const shownMatches = ({ count, exact }: { count: number; exact: boolean }): string =>
  `${count}${exact ? '' : '+'}`;

interface Found<Item> {
  items: readonly Item[];
  count: number;
  exact: boolean;
}

function groupOf<Item extends { id: number }>(
  kind: RecordKind,
  heading: string,
  found: Found<Item>,
  looks: (item: Item) => readonly string[],
  query: string,
): OptionGroup {
  const matches = shownMatches(found);
  const options = found.items.map((item) => optionOf({ kind, id: item.id }, looks(item)));
  const hasMore = !found.exact || found.count > found.items.length;
  const more: SearchOption = {
    id: `search-${kind}-all`,
    target: { to: 'list', kind, query },
    title: `Show all ${matches} ${heading.toLowerCase()}`,
    detail: null,
  };
  return { heading: `${heading} (${matches})`, options: hasMore ? [...options, more] : options };
}

/** What was found, by kind; kinds of which nothing was found are left out. */
export const groupsOf = (results: Results, query: string): OptionGroup[] =>
  [
    groupOf('customer', 'Customers', results.customers, LOOKS.customer, query),
    groupOf('health', 'Health Policies', results.healthPolicies, LOOKS.health, query),
    groupOf('vehicle', 'Vehicle Policies', results.vehiclePolicies, LOOKS.vehicle, query),
    groupOf('document', 'Documents', results.documents, LOOKS.document, query),
    groupOf('quotation', 'Quotations', results.quotations, LOOKS.quotation, query),
  ].filter(({ options }) => options.length > 0);
