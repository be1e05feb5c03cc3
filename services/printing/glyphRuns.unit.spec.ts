import { describe, expect, it } from 'vitest';
import { directed, inVisualOrder } from './bidi.js';
import { openFonts } from './fonts.js';
import { type GlyphRun, glyphRunsOf } from './glyphRuns.js';

const fonts = openFonts();
const runs = (text: string): GlyphRun[] => glyphRunsOf(directed(text), 'regular', fonts);

/** Letters from left to right, as the eye meets them. */
const seen = (text: string): string =>
  inVisualOrder(runs(text))
    .flatMap(({ pieces }) => pieces)
    .map((piece) => piece.text)
    .join('');

const glyphsOf = ({ font, pieces }: GlyphRun): number[] =>
  pieces.flatMap(({ text, cluster }) =>
    cluster
      ? cluster.glyphs.map(({ codepoint }) => codepoint)
      : font.fontkit.layout(text).glyphs.map(({ id }) => id),
  );

describe('a line of several directions', () => {
  it.each([
    // After https://www.unicode.org/reports/tr9/: words turn, figures and Latin do not.
    ['Mr محمد رشید (Kochi) 45', 'Mr دیشر دمحم (Kochi) 45'],
    ['پالیسی Star Health ہے ۱۲۳', '۱۲۳ ےہ Star Health یسیلاپ'],
    ['روپے 4,500.00', '4,500.00 ےپور'],
    ['زیادہ ₹4,500.00 تک', 'کت ₹4,500.00 ہدایز'],
    ['KL 07 (کوچی) 1', 'KL 07 (یچوک) 1'],
    ['Kochi', 'Kochi'],
  ])('shows %s from left to right', (text, order) => expect(seen(text)).toBe(order));

  it('mirrors brackets between letters from right to left', () => {
    const [open] = glyphsOf(runs('(')[0] as GlyphRun);
    const brackets = runs('یہ (وہ) ہے').filter(({ font }) => font.isPlain);
    const [opening = []] = brackets.map(glyphsOf);
    // What opens on the right looks like what closes on the left.
    expect(opening).not.toContain(open);
    expect(brackets.flatMap(glyphsOf)).toContain(open);
    expect(brackets.map(({ actualText }) => actualText).join('')).toMatch(/^ ?\(\)/);
  });

  it('joins letters as their neighbours want it', () => {
    const body = (text: string) =>
      runs(text)[0]?.pieces.find(({ actualText }) => actualText === 'م')?.cluster;
    expect(body('محمد')?.glyphs[0]?.codepoint).not.toBe(body('م')?.glyphs[0]?.codepoint);
  });
});

describe('what no font writes', () => {
  it('is a dot for each letter, which still says what it is', () => {
    const pieces = runs('א中').flatMap((run) => run.pieces);
    expect(pieces.map(({ text, actualText }) => [text, actualText])).toEqual([
      ['·', 'א'],
      ['·', '中'],
    ]);
  });

  it.each([
    'ശ്രീകുമാർ മേനോൻ क्षत्रिय தமிழ் శ్రీ ಕನ್ನಡ বাংলা ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ',
    'ᱥᱟᱱᱛᱟᱲᱤ ᱑᱒᱓ ꯃꯅꯤꯄꯨꯔꯤ ꯲ اردو کٲشُر سنڌي ٻولي ۱۲۳؟',
    'משה 中文 ไทย \ufffd \ue000 ✓ ₹ € × ÷ “a” – … Žižek Ωμέγα',
  ])('is never the box of a font: %s', (text) => {
    for (const run of runs(text)) expect(glyphsOf(run)).not.toContain(0);
  });
});
