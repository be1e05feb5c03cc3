import type { Language } from '@insuremanager/contracts/customers/customerFields';

/** What stands in an email of ours: the same as text and as HTML. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

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
} as const;

export const paragraph = (text: string): string =>
  `<p dir="auto" style="${styles.paragraph}">${escaped(text)}</p>`;

/** A line in small type. */
const quiet = (text: string): string =>
  `<p dir="auto" class="quiet" style="${styles.quiet}">${escaped(text)}</p>`;

export interface HtmlEmail {
  readonly language: Language;
  readonly subject: string;
  /** Who writes. */
  readonly brand: string;
  /** Lines in small type under it. */
  readonly underBrand: readonly string[];
  /** HTML. */
  readonly body: string;
}

/** A whole document. */
export const htmlEmail = ({ language, subject, brand, underBrand, body }: HtmlEmail): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${SHEET}
</style>
</head>
<body class="page" style="${styles.page}">
<div class="card" style="${styles.card}">
<h1 dir="auto" style="${styles.brand}">${escaped(brand)}</h1>
${underBrand.map(quiet).join('\n')}
<hr style="${styles.rule}">
${body}
</div>
</body>
</html>
`;
