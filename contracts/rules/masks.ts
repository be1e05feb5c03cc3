import { initials } from './initials.js';

/**
 * How who may not see a value sees it: a name by its `initials`; a text `hidden`, so that only that
 * there is one is seen; a day or a number `absent`; the number in a `pan`.
 */
export type Mask = 'initials' | 'hidden' | 'absent' | 'pan';

/** What stands for a text that a reader must not see: there is one, and it is not this. */
export const HIDDEN = '•••';

export const isHidden = (text: string): boolean => text === HIDDEN;

/** `AAPPVXXXXK`: the kind of holder and the check letter of a PAN stay, its number does not. */
export const maskedPan = (pan: string): string =>
  pan.length === 10 ? `${pan.slice(0, 5)}XXXX${pan.slice(9)}` : 'X'.repeat(pan.length);

/** `R. N.` for `Ravi Kumar Nair`; of scripts whose letters carry signs, the first alone. */
export const maskedName = (name: string): string =>
  [...segments(initials(name))].map((letter) => `${letter}.`).join(' ');

const segmenter = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
const segments = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment);
