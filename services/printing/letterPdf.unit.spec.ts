import { describe, expect, it } from 'vitest';
import { openFonts } from './fonts.js';
import { letterPdf } from './letterPdf.js';
import { hasPoppler, infoOf, textOf } from './testing/poppler.js';
import { letterhead } from './testing/samplePdfInputs.js';

const fonts = openFonts();

const letterTo = (name: string, paragraphs = 1) => ({
  to: [name, '12 MG Road', 'Kochi 682016'],
  subject: 'About your data',
  parts: [
    { heading: null, text: `Dear ${name},\n\nThe law has us tell you.` },
    {
      heading: 'What happened',
      text: Array.from({ length: paragraphs }, (_, nth) => `Paragraph ${nth} of it.`).join('\n\n'),
    },
  ],
  closing: ['Yours faithfully,', letterhead.name],
});
const drawn = (...letters: ReturnType<typeof letterTo>[]) =>
  letterPdf({ letterhead, logo: null, title: 'Letters', day: '2026-11-27', letters }, fonts);

describe.runIf(hasPoppler())('letters in one file', () => {
  it('begin on a page of their own, under the letterhead', async () => {
    const pdf = await drawn(letterTo('Ravi Nair'), letterTo('തോമസ് ചാക്കോ'));
    expect(infoOf(pdf).get('Pages')).toBe('2');
    const text = textOf(pdf);
    expect(text.split(letterhead.phone ?? '').length - 1).toBe(2);
    for (const said of ['Dear Ravi Nair,', 'തോമസ്', 'WHAT HAPPENED', '27/11/2026'])
      expect(text).toContain(said);
  });

  it('go on over pages, and say nothing of how many others there are', async () => {
    const pdf = await drawn(letterTo('Ravi Nair', 60), letterTo('Leela'));
    expect(Number(infoOf(pdf).get('Pages'))).toBeGreaterThan(2);
    const text = textOf(pdf);
    expect(text).toContain('Paragraph 59 of it.');
    expect(text).not.toMatch(/Page \d/);
  });

  it('name nobody in what programs show of a file', async () => {
    const info = infoOf(await drawn(letterTo('Ravi Nair')));
    expect(info.get('Title')).toBe('Letters');
    expect([...info.values()].join()).not.toContain('Ravi');
  });
});
