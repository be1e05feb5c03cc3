import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Column } from './listDesign';

/** Stands in a list where there is no value: a dash, which cards leave out. */
export const NOTHING = (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">none</span>
  </span>
);

type TextColumn<Item, Sort extends string> = Omit<
  Column<Item, Sort>,
  'title' | 'render' | 'room'
> & {
  text: (item: Item) => string | null;
  /** Where it is cut, the width that it keeps, in CSS pixels. */
  least?: number;
};

/** A column of plain text, which may be cut; a dash stands where there is none. */
export const textColumn = <Item, Sort extends string>({
  text,
  least = 88,
  className = '',
  ...column
}: TextColumn<Item, Sort>): Column<Item, Sort> => ({
  ...column,
  room: { cut: text, least },
  className: `ellipsis tabular ${className}`.trimEnd(),
  title: (item) => text(item) ?? undefined,
  render: (item) => {
    const shown = text(item);
    return shown ? <span dir="auto">{shown}</span> : NOTHING;
  },
});

/** Policy numbers up to it, of some thirty letters, are never cut; in CSS pixels. */
export const LONGEST_NUMBER = 240;

/** Insurers up to it, of some fifty letters, are not cut; in CSS pixels. */
export const LONGEST_INSURER = 300;

/** A column of money, days or numbers: neither cut nor wrapped. */
export const wholeColumn = <Item, Sort extends string>({
  text,
  className = '',
  ...column
}: Omit<TextColumn<Item, Sort>, 'least'>): Column<Item, Sort> => ({
  ...column,
  room: { whole: text },
  className: `whole tabular ${className}`.trimEnd(),
  render: (item) => text(item) ?? NOTHING,
});

/** The day on which a record was added. */
export const ADDED: Column<{ createdAt: string }, 'added'> = wholeColumn({
  key: 'added',
  label: 'Added',
  sort: 'added',
  align: 'end',
  className: 'quiet',
  text: ({ createdAt }) => formatDay(kolkataDay(new Date(createdAt))),
});
