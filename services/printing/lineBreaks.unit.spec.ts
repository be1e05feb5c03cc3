import { describe, expect, it } from 'vitest';
import { type DirectedText, directed } from './bidi.js';
import { linesOf } from './lineBreaks.js';

/** Every letter is one wide. */
const widthOf = ({ text }: DirectedText): number => text.length;
const broken = (text: string, width: number) => linesOf(directed(text), width, widthOf);

describe('lines', () => {
  it('are as full as they can be, and broken at spaces', () => {
    const lines = broken('aa bb ccc d', 5);
    expect(lines.map(({ text }) => text)).toEqual(['aa bb', 'ccc d']);
    expect(lines.map(({ endsWord }) => endsWord)).toEqual([true, false]);
  });

  it('break a word that is longer than a line', () => {
    const lines = broken('a bbbbbbb c', 3);
    expect(lines.map(({ text }) => text)).toEqual(['a', 'bbb', 'bbb', 'b c']);
    expect(lines.map(({ endsWord }) => endsWord)).toEqual([true, false, false, false]);
  });

  it('never split a letter from its marks', () =>
    expect(broken('നിനി', 1).map(({ text }) => text)).toEqual(['നി', 'നി']));

  it('of nothing are one', () => expect(broken('', 5)).toHaveLength(1));

  it('are broken in reading order, and keep the direction of the whole', () => {
    const lines = broken('محمد رشید Kochi 45 Star', 10);
    expect(lines.map(({ text }) => text)).toEqual(['محمد رشید', 'Kochi 45', 'Star']);
    expect(lines.every(({ isRightToLeft }) => isRightToLeft)).toBe(true);
    expect([...(lines[1]?.levels ?? [])]).toEqual(Array(8).fill(2));
  });
});
