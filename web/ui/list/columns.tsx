import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Badge } from '../StatusBadge';
import type { Tone } from '../statusTones';
import type { Column } from './listDesign';

/** Stands in a list where there is no value: a dash, which cards leave out. */
export const NOTHING = (
  <span className="nothing">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">none</span>
  </span>
);

type Options<Item, Sort extends string> = Partial<
  Pick<Column<Item, Sort>, 'sort' | 'align' | 'className' | 'height' | 'title'>
>;
type TextOf<Item> = (item: Item) => string | null;

/** Columns of a list, each by its key, its label and what a row says there. */
export const columnsOf = <Item, Sort extends string = never>() => ({
  /** Plain text, which may be cut to its `least` width, in CSS pixels; a dash where there is none. */
  text: (
    key: string,
    label: string,
    text: TextOf<Item>,
    { least = 88, className = '', ...options }: Options<Item, Sort> & { least?: number } = {},
  ): Column<Item, Sort> => ({
    ...{ key, label, room: { cut: text, least } },
    title: (item) => text(item) ?? undefined,
    render: (item) => {
      const shown = text(item);
      return shown ? <span dir="auto">{shown}</span> : NOTHING;
    },
    ...options,
    className: `ellipsis tabular ${className}`.trimEnd(),
  }),

  /** Money, days or numbers: neither cut nor wrapped. */
  whole: (
    key: string,
    label: string,
    text: TextOf<Item>,
    { className = '', ...options }: Options<Item, Sort> = {},
  ): Column<Item, Sort> => ({
    ...{ key, label, room: { whole: text } },
    render: (item) => text(item) ?? NOTHING,
    ...options,
    className: `whole tabular ${className}`.trimEnd(),
  }),

  /** A word with its colour. */
  badge: (
    key: string,
    label: string,
    of: (item: Item) => readonly [Tone, string],
  ): Column<Item, Sort> => ({
    ...{ key, label, room: { badges: (item) => [of(item)[1]] } },
    render: (item) => {
      const [tone, word] = of(item);
      return <Badge tone={tone}>{word}</Badge>;
    },
  }),
});

/** Beside what a row is about. */
export const QUIET = { className: 'quiet' } as const;
/** The same of amounts and numbers. */
export const QUIET_FIGURE = { align: 'end', className: 'quiet' } as const;

/** Policy numbers up to it, of some thirty letters, are never cut; in CSS pixels. */
export const LONGEST_NUMBER = 240;

/** Insurers up to it, of some fifty letters, are not cut; in CSS pixels. */
export const LONGEST_INSURER = 300;

/** The day on which a record was added. */
export const ADDED = columnsOf<{ createdAt: string }, 'added'>().whole(
  'added',
  'Added',
  ({ createdAt }) => formatDay(kolkataDay(new Date(createdAt))),
  { ...QUIET_FIGURE, sort: 'added' },
);
