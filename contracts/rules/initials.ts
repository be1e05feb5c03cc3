/**
 * What stands for a name in a small circle: the first letters of its first and last word. Letters
 * of Indian scripts keep their vowel signs and are wide: there, the first alone.
 */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => firstLetter(word ?? ''));
  const areNarrow = letters.every((letter) => /^[\p{Script=Latin}\p{N}]\p{M}*$/u.test(letter));
  return (areNarrow ? letters : letters.slice(0, 1)).join('') || '?';
}

const segmenter = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
const firstLetter = (word: string): string => {
  const [first] = segmenter.segment(word);
  return (first?.segment ?? '').toUpperCase();
};
