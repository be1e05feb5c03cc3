import type { Column } from './listDesign';
import { NOTHING } from './Nothing';

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
