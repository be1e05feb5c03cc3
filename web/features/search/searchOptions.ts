import { Refresh } from '@blueprintjs/icons';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { ComponentType } from 'react';
import type { Command } from '../../app/shell/useCommands';
import type { GlobalSearchQuery } from '../../data/operations.generated';
import { RECORD_PLACES, type RecordKey, type RecordKind } from '../../records/addresses';
import type { SearchTarget } from './searchTarget';

export interface SearchOption {
  /** Of its element in the page. */
  id: string;
  target: SearchTarget;
  title: string;
  detail: string | null;
  /** Of a command; a record has that of its kind. */
  icon?: ComponentType;
}

export interface OptionGroup {
  heading: string;
  options: SearchOption[];
}

type Results = GlobalSearchQuery['search'];

/** Null: deleted. Undefined: not known here. */
type Owner = { name: string } | null | undefined;

interface FoundPolicy {
  policyNumber: string;
  insuranceCompany: string;
  customer: Owner;
}

const nameOf = (owner: Owner): string =>
  owner === undefined ? '' : (owner?.name ?? 'Deleted customer');

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ');

/** How a record is shown wherever it was found: title and detail. */
export const LOOKS = {
  customer: ({ name, phone }: { name: string; phone: string }) => [name, formatPhone(phone)],
  health: (policy: FoundPolicy) => [
    policy.policyNumber,
    joined(nameOf(policy.customer), policy.insuranceCompany),
  ],
  vehicle: (policy: FoundPolicy & { vehicleNumber: string | null }) => [
    policy.policyNumber,
    joined(
      nameOf(policy.customer),
      formatPlate(policy.vehicleNumber ?? ''),
      policy.insuranceCompany,
    ),
  ],
  document: ({ fileName, customer }: { fileName: string; customer: Owner }) => [
    fileName,
    nameOf(customer),
  ],
  quotation: (quotation: {
    quotationNumber: string;
    insuranceCompany: string | null;
    customer: Owner;
  }) => [
    quotation.quotationNumber,
    joined(nameOf(quotation.customer), quotation.insuranceCompany ?? ''),
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

/** What can be done, as a group; none when there is nothing. */
export const commandGroup = (commands: readonly Command[]): OptionGroup[] =>
  commands.length === 0
    ? []
    : [
        {
          heading: 'Commands',
          options: commands.map(({ label, icon, run }) => ({
            id: `search-command-${label.toLowerCase().replace(/\W+/g, '-')}`,
            target: { to: 'command', run },
            title: label,
            detail: null,
            icon,
          })),
        },
      ];

/** What is looked for after "renew", such as a name; null when nothing is to be renewed. */
export const renewedBy = (typed: string): string | null =>
  /^renew\s+(\S.*)$/i.exec(typed)?.[1] ?? null;

const RENEWABLE: readonly string[] = ['active', 'expired'];

/** The found policies that can be renewed, each leading to the form that does it. */
export function renewalsOf(
  { healthPolicies, vehiclePolicies }: Results,
  open: (address: string) => () => void,
): OptionGroup[] {
  const optionFor = (kind: 'health' | 'vehicle', id: number, looks: readonly string[]) => ({
    id: `search-renew-${id}`,
    target: {
      to: 'command' as const,
      run: open(`${RECORD_PLACES[kind].path}?edit=${id}&change=renew`),
    },
    title: `Renew ${looks[0]}`,
    detail: looks[1] ?? null,
    icon: Refresh,
  });
  const options = [
    ...healthPolicies.items
      .filter(({ status }) => RENEWABLE.includes(status))
      .map((policy) => optionFor('health', policy.id, LOOKS.health(policy))),
    ...vehiclePolicies.items
      .filter(({ status }) => RENEWABLE.includes(status))
      .map((policy) => optionFor('vehicle', policy.id, LOOKS.vehicle(policy))),
  ];
  return options.length === 0 ? [] : [{ heading: 'Renew', options }];
}
