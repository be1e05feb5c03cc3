import type { TextStyle } from './textWriter.js';

/** The colours of the web pages, in light. */
export const COLORS = {
  text: '#1c2127',
  muted: '#5f6b7c',
  line: '#e3e6ea',
  lineStrong: '#c5cbd3',
  brand: '#0c6b62',
  brandWash: '#eef6f5',
  good: '#1c6e42',
  goodWash: '#e3f3ea',
  wait: '#85500b',
  waitWash: '#fcf0dc',
  bad: '#ac2f33',
  badWash: '#fbe9e9',
} as const;

const style = (
  size: number,
  leading: number,
  color: string = COLORS.text,
  weight: TextStyle['weight'] = 'regular',
): TextStyle => ({ size, leading, color, weight });

/** One type scale for all PDFs; points. None is smaller than 9, which people of all ages read. */
export const TYPE = {
  brand: style(16, 22, COLORS.brand, 'semibold'),
  title: style(22, 28, COLORS.text, 'semibold'),
  lead: style(11.5, 16, COLORS.text, 'semibold'),
  heading: { ...style(9, 13, COLORS.brand, 'semibold'), tracking: 0.4 },
  body: style(9.5, 14.5),
  strong: style(9.5, 14.5, COLORS.text, 'semibold'),
  quiet: style(9.5, 14.5, COLORS.muted),
  total: style(14, 20, COLORS.text, 'semibold'),
  small: style(9, 12, COLORS.muted),
  mark: style(9, 12, COLORS.brand, 'semibold'),
} as const;
