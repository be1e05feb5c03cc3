/** `npm run import -- customers|policies FILE.csv` */
import { randomUUID } from 'node:crypto';
import { createLogger } from '@insuremanager/services/platform/logger';
import type { Services } from '../roles/openServices.js';
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

const BAR = 30;
const REDRAWN_EVERY_MS = 100;

/**
 * A line that is drawn over itself on a terminal, and written now and then elsewhere.
 * @param total what `done` reaches in the end
 */
function progressBar(out: NodeJS.WriteStream, label: string, total: number) {
  const started = performance.now();
  let drawn = 0;
  let percentWritten = 0;

  const line = (done: number, note: string): string => {
    const part = total === 0 ? 1 : done / total;
    const seconds = (performance.now() - started) / 1000;
    const rate = seconds > 0 ? Math.round(done / seconds) : 0;
    const left = rate > 0 ? `${Math.ceil((total - done) / rate)} s left` : '';
    const filled = '█'.repeat(Math.round(part * BAR)).padEnd(BAR, '░');
    return `${label} ${filled} ${Math.floor(part * 100)} %  ${done}/${total}  ${rate}/s  ${left}  ${note}`;
  };

  return {
    show(done: number, note: string): void {
      const now = performance.now();
      if (out.isTTY) {
        if (now - drawn < REDRAWN_EVERY_MS && done < total) return;
        drawn = now;
        out.write(`\r\u001b[2K${line(done, note).slice(0, (out.columns || 120) - 1)}`);
        return;
      }
      const percent = Math.floor((done / Math.max(total, 1)) * 10) * 10;
      if (percent === percentWritten) return;
      percentWritten = percent;
      out.write(`${line(done, note)}\n`);
    },
    end(): void {
      if (out.isTTY) out.write('\n');
    },
  };
}

endWith(main(process.argv.slice(2)));
