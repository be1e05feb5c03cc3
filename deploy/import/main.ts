/** `npm run import -- customers|policies FILE.csv` */
import { randomUUID } from 'node:crypto';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openServices, type Services } from '../roles/openServices.js';
import { settingsFrom } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { customerImport } from './customerRows.js';
import type { ImportKind } from './importKind.js';
import { type ImportCounts, importRows } from './importRows.js';
import { policyImport } from './policyRows.js';
import { progressBar } from './progressBar.js';
import { rejectedRowsBeside } from './rejectedRows.js';
import { openSpreadsheet, type Spreadsheet, UnusableFile } from './spreadsheet.js';

/** Rows under way at once: enough to keep the log busy, few enough to leave room for the agents. */
const WIDTH = 32;
const SHOWN_WITHIN_MS = 30_000;

const KINDS = new Map<string, ImportKind>([
  ['customers', customerImport],
  ['policies', policyImport],
]);
const USAGE = `Usage: npm run import -- ${[...KINDS.keys()].join('|')} FILE.csv`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([name = '', file, ...more]: string[]): Promise<void> {
  const kind = KINDS.get(name);
  if (!kind || file === undefined || more.length > 0) throw new UnusableFile(USAGE);
  const sheet = await openSpreadsheet(file, kind.columns);
  for (const column of sheet.missing) say(`No column “${column}” in the file: it stays empty.`);
  if (sheet.ignored.length > 0) say(`Not imported: ${sheet.ignored.join(', ')}.`);

  const settings = settingsFrom(process.env);
  const backend = await useBackend(settings, say);
  try {
    const services = await openServices({ ...backend, logger: createLogger('warn') });
    try {
      await importSheet(kind, services, sheet, file);
    } finally {
      await services.close();
    }
  } finally {
    await backend.stop();
  }
}

async function importSheet(kind: ImportKind, services: Services, sheet: Spreadsheet, file: string) {
  const started = performance.now();
  const take = await kind.begin(services, sheet, randomUUID());
  const bar = progressBar(process.stdout, kind.label, sheet.rows);
  const rejected = rejectedRowsBeside(file);
  services.readModels.start();
  const counts = await importRows({
    sheet,
    rejected,
    take,
    columnOf: kind.columnOf,
    onProgress: (so) => bar.show(so.rows, `${so.rejected} rejected`),
    width: WIDTH,
  });
  bar.end();
  const rejectedFile = await rejected.finish();
  report(counts, (performance.now() - started) / 1000, rejectedFile);
  const head = await services.platform.eventLog.head();
  if (head && !(await services.readModels.waitFor(head, SHOWN_WITHIN_MS))) {
    say('All is saved; the lists are still catching up.');
  }
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

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${process.env.DEBUG ? stack : message}\n`);
    process.exit(1);
  },
);
