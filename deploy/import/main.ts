/** `npm run import -- customers|policies FILE.csv` */
import { randomUUID } from 'node:crypto';
import { createLogger } from '@insuremanager/services/platform/logger';
import { progressLine } from '../ops/answer.js';
import { bar } from '../ops/figures.js';
import { caughtUp, type Services } from '../roles/openServices.js';
import { parseSettings, withSecretFiles } from '../settings.js';
import { endWith, withServices } from '../start/command.js';
import { customerImport } from './customerRows.js';
import {
  columnsOf,
  type ImportCounts,
  type ImportKind,
  importRows,
  rejectedRowsBeside,
} from './importRows.js';
import { policyImport } from './policyRows.js';
import { openSpreadsheet, type Spreadsheet, UnusableFile } from './spreadsheet.js';

/** Rows under way at once: enough to keep the log busy, few enough to leave room for the agents. */
const WIDTH = 32;
const SHOWN_WITHIN_MS = 30_000;
/** Rows between two looks at how far it is. */
const SHOWN_EVERY = 20;

const KINDS = new Map<string, ImportKind>([
  ['customers', customerImport],
  ['policies', policyImport],
]);
const USAGE = `Usage: npm run import -- ${[...KINDS.keys()].join('|')} FILE.csv`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([name = '', file, ...more]: string[]): Promise<number> {
  const kind = KINDS.get(name);
  if (!kind || file === undefined || more.length > 0) throw new UnusableFile(USAGE);
  const sheet = await openSpreadsheet(file, columnsOf(kind));
  for (const column of sheet.missing) say(`No column “${column}” in the file: it stays empty.`);
  if (sheet.ignored.length > 0) say(`Not imported: ${sheet.ignored.join(', ')}.`);

  const options = { say, logger: createLogger('warn') };
  await withServices(parseSettings(withSecretFiles(process.env)), options, (services) =>
    importSheet(kind, services, sheet, file),
  );
  return 0;
}

async function importSheet(kind: ImportKind, services: Services, sheet: Spreadsheet, file: string) {
  const started = performance.now();
  const take = await kind.begin(services, sheet, randomUUID());
  const line = progressLine(process.stdout);
  const secondsNow = () => (performance.now() - started) / 1000;
  const rejected = rejectedRowsBeside(file);
  services.readModels.start();
  const counts = await importRows({
    sheet,
    rejected,
    take,
    columnOf: kind.columnOf,
    onProgress(so) {
      if (so.rows % SHOWN_EVERY !== 0 && so.rows < sheet.rows) return;
      line.show(`${kind.label} ${progressText(so, sheet.rows, secondsNow())}`);
    },
    width: WIDTH,
  });
  line.end();
  const rejectedFile = await rejected.finish();
  report(counts, secondsNow(), rejectedFile);
  if (!(await caughtUp(services, SHOWN_WITHIN_MS))) {
    say('All is saved; the lists are still catching up.');
  }
}

function progressText({ rows, rejected }: ImportCounts, total: number, seconds: number): string {
  const part = rows / total;
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  const left = rate > 0 ? `${Math.ceil((total - rows) / rate)} s left` : '';
  const far = `${bar(part)} ${Math.floor(part * 100)} %  ${rows}/${total}`;
  return `${far}  ${rate}/s  ${left}  ${rejected} rejected`;
}

function report(counts: ImportCounts, seconds: number, rejectedFile: string | null): void {
  say('');
  say(`  accepted  ${counts.accepted}`);
  if (counts.repeated > 0) say(`            ${counts.repeated} of them imported before, unchanged`);
  say(`  warned    ${counts.warned} of the accepted look wrong somewhere`);
  say(`  rejected  ${counts.rejected}`);
  say(`  rows      ${counts.rows} in ${seconds.toFixed(1)} s`);
  if (rejectedFile) {
    say('');
    say(`What was rejected, and why: ${rejectedFile}`);
    say('Correct it there and import that file.');
  }
}

endWith(main(process.argv.slice(2)));
