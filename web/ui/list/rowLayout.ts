/** How a row is laid out in the width there is: all in a line, in two, or as a card. */
export type RowLayout = 'wide' | 'medium' | 'card';

/** In CSS pixels. */
export type RowHeights = Readonly<Record<RowLayout, number>>;

/** `width` of the list, in CSS pixels. */
export const layoutFor = (width: number): RowLayout => {
  if (width >= 1080) return 'wide';
  return width >= 640 ? 'medium' : 'card';
};
