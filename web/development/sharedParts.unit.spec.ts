import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const filesIn = (folder: string) =>
  readdirSync(join(web, folder), { recursive: true })
    .map((file) => join(folder, String(file)))
    .filter((file) => file.endsWith('.tsx'));
const textOf = (file: string) => readFileSync(join(web, file), 'utf8');

/** By file and name, with what shows them. */
const SHOWN_BY_OTHERS: Readonly<Record<string, string>> = {
  'ui/list/GridPart.tsx GridPart': 'a row of RecordTable',
  'ui/list/RecordRow.tsx RecordRow': 'RecordTable',
  'ui/list/RecordTableHead.tsx RecordTableHead': 'RecordTable',
  'ui/list/selection/SelectLoaded.tsx SelectLoaded':
    'the head of a RecordTable that is chosen from',
};

/** Components have a small letter in their names, constants none. */
const EXPORT = /^export (?:default )?(?:function|const|class) ([A-Z]\w*[a-z]\w*)/gm;
const exportedIn = (file: string) =>
  [...textOf(file).matchAll(EXPORT)].map(([, name]) => `${file} ${name}`);

const IMPORT = /import ([^;]+?) from '(?:\.\.\/)+(ui\/[\w/]+)';/g;
/** What a file of the page imports from `ui/` and renders. */
const shownBy = (text: string) =>
  [...text.matchAll(IMPORT)].flatMap(([, names = '', file]) =>
    (names.match(/\w+/g) ?? [])
      .filter((name) => new RegExp(`<${name}\\b`).test(text))
      .map((name) => `${file}.tsx ${name}`),
  );

it('shows every component of the shared parts on the page /ui', () => {
  const exported = filesIn('ui')
    .flatMap(exportedIn)
    // Parts by which others know something, and nothing to look at.
    .filter((one) => !one.endsWith('Provider'));
  const shown = filesIn('development').map(textOf).flatMap(shownBy);
  const excepted = Object.keys(SHOWN_BY_OTHERS);
  expect(exported.length).toBeGreaterThan(50);
  expect(exported.filter((one) => ![...shown, ...excepted].includes(one))).toEqual([]);
  expect(excepted.filter((one) => !exported.includes(one) || shown.includes(one))).toEqual([]);
});
