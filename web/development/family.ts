import { createElement, type ReactNode } from 'react';

/** How a part looks in a state; a function: over the page, once it is opened there. */
type Look = ReactNode | ((onClose: () => void) => ReactNode);

/** Parts by their names, in each of their states. */
export type Family = Readonly<Record<string, Readonly<Record<string, Look>>>>;

/** A part in states that differ in its props. */
export const inStates = <Props, Shown extends Look>(
  states: Readonly<Record<string, Props>>,
  show: (props: Props) => Shown,
): Record<string, Shown> =>
  Object.fromEntries(Object.entries(states).map(([state, props]) => [state, show(props)]));

/** At most so wide, in CSS pixels. */
export const within = (width: number, shown: ReactNode): ReactNode =>
  createElement('div', { style: { width, maxWidth: '100%' } }, shown);
