import type { Arrangement, Column, Listed, TableDesign } from './listDesign';

/** The columns of a list, as far as choosing among them goes. */
export interface ChosenFrom {
  columns: readonly NamedColumn[];
  furtherColumns?: readonly NamedColumn[] | undefined;
}

type NamedColumn = Pick<Column<never, string>, 'key' | 'label'>;

/** Every column that a list can have: the usual ones, and then the others. */
export const everyColumn = <Named extends NamedColumn>(from: {
  columns: readonly Named[];
  furtherColumns?: readonly Named[] | undefined;
}): readonly Named[] => [...from.columns, ...(from.furtherColumns ?? [])];

/**
 * The keys of the columns that the address says, in their order; the usual ones where it says none.
 * The first column names the row: it is always there, and first. What the list does not have is as
 * if it were not there.
 */
export function columnsIn(params: URLSearchParams, from: ChosenFrom): readonly string[] {
  const usual = from.columns.map(({ key }) => key);
  const text = params.get('columns');
  if (text === null) return usual;
  const existing = new Set(everyColumn(from).map(({ key }) => key));
  const wanted = text.split(',').filter((key) => existing.has(key));
  return [...new Set([...usual.slice(0, 1), ...wanted])];
}

/** What the address has to remember; null for the usual columns. */
export const addressOfColumns = (
  keys: readonly string[],
  { columns }: ChosenFrom,
): string | null => (keys.join() === columns.map(({ key }) => key).join() ? null : keys.join());

/** With a column shown, after the others, or hidden. */
export const toggled = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];

/** With a column one place further to the left (-1) or to the right (1), as far as it goes. */
export function moved(keys: readonly string[], key: string, by: -1 | 1): readonly string[] {
  const at = keys.indexOf(key);
  const to = at + by;
  if (at < 1 || to < 1 || to >= keys.length) return keys;
  return keys.with(at, keys[to] ?? '').with(to, key);
}

/** A list with the columns that are wanted of it, in their order. */
export function withColumns<Item extends Listed, Sort extends string, Design>(
  design: Design & Pick<TableDesign<Item, Sort>, 'columns' | 'furtherColumns' | 'stacks' | 'card'>,
  keys: readonly string[],
): Design {
  if (addressOfColumns(keys, design) === null) return design;
  const all = everyColumn(design);
  return {
    ...design,
    columns: keys.flatMap((key) => all.find((one) => one.key === key) ?? []),
    stacks: arranged(design.stacks, keys),
    card: arranged(design.card, keys),
  };
}

/**
 * How columns lie where they do not fit beside each other, two to a line: those that are usually
 * hidden take the places of those that are hidden now, but beside the first, and then the end.
 */
function arranged(lines: Arrangement['stacks'], keys: readonly string[]): Arrangement['stacks'] {
  const filled = lines
    .map((line) => line.filter((key) => keys.includes(key)))
    .filter((line) => line.length > 0);
  for (const key of keys.filter((one) => !lines.flat().includes(one))) {
    const free = filled.find((line, at) => at > 0 && line.length === 1);
    if (free) free.push(key);
    else filled.push([key]);
  }
  return filled;
}
