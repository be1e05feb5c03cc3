import { describe, expect, it } from 'vitest';
import { printableText } from './printableText.js';

const LATIN = /^[\x20-\x7e\u00a0-\u00ff]+$/;
const set = (text: string): string => printableText(text, (grapheme) => LATIN.test(grapheme));

describe('printable text', () => {
  it.each([
    ['Asha 👨‍👩‍👧 Menon', 'Asha Menon'],
    ['Great 👍🏽, thanks 🙏 🎉!', 'Great, thanks!'],
    ['🇮🇳 Star ☎', 'Star'],
    ['(👍) 1️⃣ a🎉b', '() 1 ab'],
    ['🎉', ''],
  ])('leaves out pictures for which there is no font, and the space they took: %s', (text, left) =>
    expect(set(text)).toBe(left),
  );

  it('keeps a picture that a font has', () => expect(set('Kaveri ©')).toBe('Kaveri ©'));

  it('keeps letters that no font has: what stands for them is no matter of the text', () =>
    expect(set('משה 中文')).toBe('משה 中文'));

  it('says with common signs what rare ones say', () =>
    expect(set('3‐4, age ≥ 60 → 65')).toBe('3-4, age >= 60 -> 65'));

  it('turns nothing round, and has one space between words', () =>
    expect(set(' \u202edleiy\u202c \u0000 a\u3000b \ud800')).toBe('dleiy a b \ufffd'));

  it('takes no longer for many pictures', () => {
    const many = '🎉'.repeat(5000);
    expect(set(`${many}x${many} y`)).toBe('x y');
  });
});
