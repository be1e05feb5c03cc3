import { ArrowRight, Refresh } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import { screenAt } from '../../app/screens';
import type { Command } from '../../app/shell/useCommands';
import { RECORD_PLACES, type RecordKey, type RecordKind } from '../../records/addresses';
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

/** What is looked for after "renew", such as a name; null when nothing is to be renewed. */
export const renewedBy = (typed: string): string | null =>
  /^renew\s+(\S.*)$/i.exec(typed)?.[1] ?? null;

const RENEWABLE: readonly string[] = ['active', 'expired'];

/** The found policies that can be renewed, each leading to the form that does it. */
export function renewalsOf(results: Results, open: (address: string) => () => void): OptionGroup[] {
  const options = (['health', 'vehicle'] as const).flatMap((kind) =>
    results[`${kind}Policies`].items
      .filter(({ status }) => RENEWABLE.includes(status))
      .map((policy): SearchOption => {
        const option = optionOf({ kind, id: policy.id }, policy);
        const address = `${RECORD_PLACES[kind].path}?edit=${policy.id}&change=renew`;
        return {
          ...option,
          id: `search-renew-${policy.id}`,
          target: { to: 'command', run: open(address) },
          title: `Renew ${option.title}`,
          icon: Refresh,
        };
      }),
  );
  return options.length === 0 ? [] : [{ heading: 'Renew', options }];
}
