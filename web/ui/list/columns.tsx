import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Column } from './listDesign';

/** Stands in a list where there is no value: a dash, which cards leave out. */
export const NOTHING = (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">none</span>
  </span>
);

type TextColumn<Item, Sort extends string> = Omit<Column<Item, Sort>, 'title' | 'render'> & {
  text: (item: Item) => string | null;
};

/** A column of plain text; a dash stands where there is none. */
export const textColumn = <Item, Sort extends string>({
  text,
  className = '',
  ...column
}: TextColumn<Item, Sort>): Column<Item, Sort> => ({
  ...column,
  className: `ellipsis tabular ${className}`.trimEnd(),
  title: (item) => text(item) ?? undefined,
  render: (item) => text(item) ?? NOTHING,
});

/** The day on which a record was added. */
export const ADDED: Column<{ createdAt: string }, 'added'> = {
  key: 'added',
  label: 'Added',
  sort: 'added',
  className: 'tabular quiet',
  render: ({ createdAt }) => formatDay(kolkataDay(new Date(createdAt))),
};
