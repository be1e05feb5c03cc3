/** `npm run import -- customers FILE.csv` */
import { randomUUID } from 'node:crypto';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openServices, type Services } from '../roles/openServices.js';
import { settingsFrom } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { CUSTOMER_COLUMNS, takeCustomerRow } from './customerRows.js';
import { type ImportCounts, importRows } from './importRows.js';
import { progressBar } from './progressBar.js';
import { rejectedRowsBeside } from './rejectedRows.js';
import { openSpreadsheet, type Spreadsheet, UnusableFile } from './spreadsheet.js';

/** Rows under way at once: enough to keep the log busy, few enough to leave room for the agents. */
const WIDTH = 32;
const SHOWN_WITHIN_MS = 30_000;

const USAGE = 'Usage: npm run import -- customers FILE.csv';
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([kind, file, ...more]: string[]): Promise<void> {
  if (kind !== 'customers' || file === undefined || more.length > 0) throw new UnusableFile(USAGE);
  const sheet = await openSpreadsheet(file, CUSTOMER_COLUMNS);
  for (const name of sheet.missing) say(`No column “${name}” in the file: it stays empty.`);
  if (sheet.ignored.length > 0) say(`Not imported: ${sheet.ignored.join(', ')}.`);

  const settings = settingsFrom(process.env);
  const backend = await useBackend(settings, say);
  try {
    const services = await openServices({ ...backend, logger: createLogger('warn') });
    try {
      await importCustomers(services, sheet, file);
    } finally {
      await services.close();
    }
  } finally {
    await backend.stop();
  }
}

async function importCustomers(services: Services, sheet: Spreadsheet, file: string) {
  const started = performance.now();
  const bar = progressBar(process.stdout, 'Customers', sheet.rows);
  const rejected = rejectedRowsBeside(file);
  let last: LogPosition | null = null;
  const register: Services['customers']['register'] = async (input, context) => {
    const receipt = await services.customers.register(input, context);
    last = receipt.position ?? last;
    return receipt;
  };
  services.readModels.start();
  const counts = await importRows({
    sheet,
    rejected,
    take: takeCustomerRow({ register }, randomUUID()),
    onProgress: (so) => bar.show(so.rows, `${so.rejected} rejected`),
    width: WIDTH,
  });
  bar.end();
  const rejectedFile = await rejected.finish();
  report(counts, (performance.now() - started) / 1000, rejectedFile);
  if (last && !(await services.readModels.waitFor(last, SHOWN_WITHIN_MS))) {
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
