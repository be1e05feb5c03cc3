import { ArrowRight, Calculator, Notifications, Phone, Refresh, Upload } from '@blueprintjs/icons';
import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { telUrl } from '@insuremanager/contracts/rules/phone';
import type { ComponentType } from 'react';
import { screenAt } from '../../app/screens';
import type { Command } from '../../app/shell/useCommands';
import { RECORD_PLACES, type RecordKey, type RecordKind } from '../../records/addresses';
import { REMIND } from '../../records/reminders/remind';
import { FOUND_RECORDS, type Results } from './foundRecords';
import type { SearchTarget } from './searchTarget';

export interface SearchOption {
  /** Of its element in the page. */
  id: string;
  target: SearchTarget;
  title: string;
  detail: string | null;
  icon: ComponentType;
}

export interface OptionGroup {
  heading: string;
  options: SearchOption[];
}

/** A record wherever it was found; without a title where nothing is known of it. */
export function optionOf(record: RecordKey, known: object): SearchOption {
  const [title = '', ...details] = FOUND_RECORDS[record.kind].shown(known as never);
  return {
    id: `search-${record.kind}-${record.id}`,
    target: { to: 'record', record },
    title,
    detail: details.filter(Boolean).join(' · '),
    icon: screenAt(RECORD_PLACES[record.kind].path)?.nav?.icon ?? ArrowRight,
  };
}

function groupOf(kind: RecordKind, results: Results, query: string): OptionGroup {
  const { group, heading } = FOUND_RECORDS[kind];
  const { items, count, exact } = results[group];
  const matches = `${count}${exact ? '' : '+'}`;
  const options = items.map((item) => optionOf({ kind, id: item.id }, item));
  const hasMore = !exact || count > items.length;
  const more: SearchOption = {
    id: `search-${kind}-all`,
    target: { to: 'list', kind, query },
    title: `Show all ${matches} ${heading.toLowerCase()}`,
    detail: null,
    icon: ArrowRight,
  };
  return { heading: `${heading} (${matches})`, options: hasMore ? [...options, more] : options };
}

/** What was found, by kind; kinds of which nothing was found are left out. */
export const groupsOf = (results: Results, query: string): OptionGroup[] =>
  (Object.keys(FOUND_RECORDS) as RecordKind[])
    .map((kind) => groupOf(kind, results, query))
    .filter(({ options }) => options.length > 0);

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

type Open = (address: string) => () => void;
type PolicyMatch = Results['healthPolicies' | 'vehiclePolicies']['items'][number];

interface Verb {
  heading: string;
  icon: ComponentType;
  needs: Permission;
  /** What can be done with what was found. */
  found: (
    results: Results,
  ) => { record: RecordKey; known: object; title: string; address: string }[];
}

const forPolicies =
  (title: string, isFit: (policy: PolicyMatch) => boolean, change: (id: number) => string) =>
  (results: Results) =>
    (['health', 'vehicle'] as const).flatMap((kind) =>
      results[`${kind}Policies`].items.filter(isFit).map((known: PolicyMatch) => ({
        record: { kind, id: known.id },
        known,
        title: `${title} ${known.policyNumber}`,
        address: `${RECORD_PLACES[kind].path}?${change(known.id)}`,
      })),
    );

type CustomerMatch = Results['customers']['items'][number];

const forCustomers =
  (title: string, address: (customer: CustomerMatch) => string) => (results: Results) =>
    results.customers.items.map((known) => ({
      record: { kind: 'customer' as const, id: known.id },
      known,
      title: `${title} ${known.name}`,
      address: address(known),
    }));

const RENEWABLE: readonly string[] = ['active', 'expired'];

/** What can be done with somebody, or something of theirs, by a word before the name. */
const VERBS: Readonly<Record<string, Verb>> = {
  renew: {
    ...{ heading: 'Renew', icon: Refresh, needs: 'policies.write' },
    found: forPolicies(
      'Renew',
      ({ status }) => RENEWABLE.includes(status),
      (id) => `edit=${id}&change=renew`,
    ),
  },
  remind: {
    ...{ heading: 'Remind', icon: Notifications, needs: 'reminders.write' },
    found: forPolicies(
      'Remind of',
      ({ status }) => status === 'active',
      (id) => `${REMIND}=${id}`,
    ),
  },
  quotation: {
    ...{ heading: 'New quotation', icon: Calculator, needs: 'quotations.write' },
    found: forCustomers(
      'Add quotation for',
      ({ id }) => `${RECORD_PLACES.quotation.path}?add=1&customerId=${id}`,
    ),
  },
  upload: {
    ...{ heading: 'Upload', icon: Upload, needs: 'documents.write' },
    found: forCustomers(
      'Upload document of',
      ({ id }) => `${RECORD_PLACES.document.path}?upload=1&customerId=${id}`,
    ),
  },
  call: {
    ...{ heading: 'Call', icon: Phone, needs: 'people.read' },
    found: forCustomers('Call', ({ phone }) => telUrl(phone)),
  },
};

/** A verb and what is looked for after it, such as a name, empty at first; null without one. */
export function askedBy(typed: string): { verb: string; query: string } | null {
  const [, first = '', query = ''] = /^(\S+)\s*(.*)$/.exec(typed) ?? [];
  const verb = first.toLowerCase().replace(/^quote$/, 'quotation');
  return Object.hasOwn(VERBS, verb) ? { verb, query } : null;
}

/** What a verb needs. */
export const needsOf = (verb: string): Permission | undefined => VERBS[verb]?.needs;

/** What of the found records a verb can be done with. */
export function actionsOf(verb: string, results: Results, open: Open): OptionGroup[] {
  const { heading, icon, found } = VERBS[verb] as Verb;
  const options = found(results).map(
    ({ record, known, title, address }): SearchOption => ({
      ...optionOf(record, known),
      id: `search-${verb}-${record.id}`,
      target: { to: 'command', run: open(address) },
      title,
      icon,
    }),
  );
  return options.length === 0 ? [] : [{ heading, options }];
}
