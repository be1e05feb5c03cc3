import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import { type EmailContent, escaped, htmlEmail, paragraph } from '../platform/mail/htmlEmail.js';
import type { RenewalLetter } from './renewalLetter.js';

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

const styles = {
  title: 'margin: 0 0 4px; font-size: 16px;',
  table: 'width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px;',
  label:
    'padding: 6px 12px 6px 0; border-top: 1px solid #d3d8de; text-align: start; vertical-align: top; font-weight: normal; color: #5f6b7c; width: 45%;',
  value:
    'padding: 6px 0; border-top: 1px solid #d3d8de; vertical-align: top; font-weight: 600; overflow-wrap: anywhere;',
} as const;

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
  return htmlEmail({
    language: letter.language,
    subject: letter.subject,
    brand: letterhead.name,
    underBrand: [...under, contacts.join(' · ')].filter(Boolean),
    body: `${[letter.greeting, letter.intro].map(paragraph).join('\n')}
${letter.policies.map(policyTable).join('\n')}
${[letter.renew, letter.ignore].map(paragraph).join('\n')}
<p dir="auto" style="margin: 0;">${escaped(letter.regards)}<br>${escaped(letterhead.name)}</p>`,
  });
};
