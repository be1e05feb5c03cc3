import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { RenewalLetter } from './renewalLetter.js';

/** What stands in an email of ours: the same as text and as HTML. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const renewalEmail = (letter: RenewalLetter, letterhead: Letterhead): EmailContent => ({
  subject: letter.subject,
  text: textOf(letter, letterhead),
  html: htmlOf(letter, letterhead),
});

const present = (lines: readonly (string | false | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line));

/** As the PDFs of quotations have them. */
const registrationsOf = ({ licence, gstin }: Letterhead): string[] =>
  present([licence && `Licence ${licence}`, gstin && `GSTIN ${gstin}`]);

const textOf = (letter: RenewalLetter, letterhead: Letterhead): string =>
  [
    [letter.greeting],
    [letter.intro],
    ...letter.policies.map(({ title, rows }) => [
      title,
      ...rows.map(([label, value]) => `${label}: ${value}`),
    ]),
    [letter.renew],
    [letter.ignore],
    present([
      letter.regards,
      letterhead.name,
      letterhead.address,
      letterhead.phone,
      letterhead.email,
      letterhead.website,
      ...registrationsOf(letterhead),
    ]),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/**
 * Styles stand in the elements, since some programs drop all others; the sheet is for programs that
 * know dark colours, and for narrow screens. Nothing is fetched from anywhere.
 */
const SHEET = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #1c2127 !important; }
    .page, .page td, .page th, .page p, .page h1, .page h2 { color: #f6f7f9 !important; }
    .card { background: #252a31 !important; border-color: #404854 !important; }
    .quiet { color: #c5cbd3 !important; }
    .row { border-color: #404854 !important; }
  }`;

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;";
const styles = {
  page: `margin: 0; padding: 24px 12px; background: #f6f7f9; color: #1c2127; font-size: 16px; line-height: 1.5; ${FONT}`,
  card: 'max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d3d8de; border-radius: 6px;',
  brand: 'margin: 0; font-size: 20px; line-height: 1.3;',
  quiet: 'margin: 0; font-size: 13px; color: #5f6b7c;',
  rule: 'height: 0; margin: 16px 0; border: 0; border-top: 2px solid #215db0;',
  paragraph: 'margin: 0 0 16px;',
  title: 'margin: 0 0 4px; font-size: 16px;',
  table: 'width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px;',
  label:
    'padding: 6px 12px 6px 0; border-top: 1px solid #d3d8de; text-align: start; vertical-align: top; font-weight: normal; color: #5f6b7c; width: 45%;',
  value:
    'padding: 6px 0; border-top: 1px solid #d3d8de; vertical-align: top; font-weight: 600; overflow-wrap: anywhere;',
} as const;

const paragraph = (text: string): string =>
  `<p dir="auto" style="${styles.paragraph}">${escaped(text)}</p>`;
const quiet = (text: string): string =>
  `<p dir="auto" class="quiet" style="${styles.quiet}">${escaped(text)}</p>`;

const policyTable = ({ title, rows }: RenewalLetter['policies'][number]): string => `
<h2 dir="auto" style="${styles.title}">${escaped(title)}</h2>
<table style="${styles.table}">
${rows
  .map(
    ([label, value]) =>
      `<tr><th scope="row" class="row quiet" style="${styles.label}">${escaped(label)}</th>` +
      `<td dir="auto" class="row" style="${styles.value}">${escaped(value)}</td></tr>`,
  )
  .join('\n')}
</table>`;

const htmlOf = (letter: RenewalLetter, letterhead: Letterhead): string => {
  const contacts = present([letterhead.phone, letterhead.email, letterhead.website]);
  const under = present([letterhead.address, registrationsOf(letterhead).join(' · ')]);
  return `<!doctype html>
<html lang="${letter.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(letter.subject)}</title>
<style>${SHEET}
</style>
</head>
<body class="page" style="${styles.page}">
<div class="card" style="${styles.card}">
<h1 dir="auto" style="${styles.brand}">${escaped(letterhead.name)}</h1>
${[...under, contacts.join(' · ')].filter(Boolean).map(quiet).join('\n')}
<hr style="${styles.rule}">
${[letter.greeting, letter.intro].map(paragraph).join('\n')}
${letter.policies.map(policyTable).join('\n')}
${[letter.renew, letter.ignore].map(paragraph).join('\n')}
<p dir="auto" style="margin: 0;">${escaped(letter.regards)}<br>${escaped(letterhead.name)}</p>
</div>
</body>
</html>
`;
};
