import { randomUUID } from 'node:crypto';
import type { ImportView } from '@insuremanager/contracts/imports/importViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { ALONE_AFTER_MS } from '@insuremanager/services/imports/index';
import { demoPolicy } from '../demo/covers.js';
import { demoPerson } from '../demo/people.js';
import type { Client } from '../harness/client.js';
import { type Figure, figuresOf, processorFigures, timed, timingsOf } from '../harness/figures.js';
import { residentMemory, withProcessorTimes } from '../harness/processes.js';
import { untilLive } from '../harness/stage.js';
import { keepLooking, until } from '../harness/waiting.js';
import { saveCustomer } from './mutationMeasures.js';
import type { Bench } from './part.js';

const y = figuresOf('y');

/** How often it is asked how far an import is, and looked at memory. Milliseconds. */
const LOOK_MS = 100;
const TIMEOUT_MS = 3_600_000;
/** How often is said what memory an import takes. */
const MEMORY_SAID_MS = 15_000;
/** As many rows as customers, up to what a file may have. */
const MOST_ROWS = 300_000;
/** Agents who save meanwhile, each with customers of their own, as a person who hurries. */
const AGENTS = 4;
const PAUSE_MS = 250;
const ALONE_MS = 15_000;
/** Of people and policies that nobody has: beyond all that are made up otherwise. */
const [OTHERS, MORE] = [10_000_000, 20_000_000];

/** A sheet that its columns name. */
const sheetOf = (header: string, rows: Iterable<readonly unknown[]>): string =>
  [header, ...[...rows].map((cells) => cells.map(cellOf).join(','))].join('\n');

const cellOf = (value: unknown): string => {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth);

function peopleSheet(rows: number, first: number): string {
  return sheetOf(
    'Ref,Name,Phone,Email,Aadhaar,PAN,DOB,Address,City,State,Pincode,KYC',
    numbers(rows).map((nth) => {
      const { name, phone, email, aadhaarNumber, panNumber, ...more } = demoPerson(first + nth);
      const { dateOfBirth, address, city, state, pincode, kycStatus } = more;
      const numbered = [`B${first + nth}`, name, phone, email, aadhaarNumber, panNumber];
      return [...numbered, dateOfBirth, address, city, state, pincode, kycStatus];
    }),
  );
}

function policiesSheet(rows: number, customers: number): string {
  const start = kolkataDay(new Date());
  return sheetOf(
    'Type,CustomerRef,PolicyNumber,InsuranceCompany,PolicyType,VehicleNumber,VehicleType,VehicleMake,VehicleModel,VehicleYear,EngineNumber,ChassisNumber,SumAssured,Premium,Frequency,StartDate,EndDate',
    numbers(rows).map((nth) => {
      const { kind, input } = demoPolicy(OTHERS + nth, start);
      const of = { ...input } as Readonly<Record<string, unknown>>;
      return [
        ...[kind, `B${OTHERS + (nth % customers)}`, of.policyNumber, of.insuranceCompany],
        ...[of.policyType, of.vehicleNumber, of.vehicleType, of.vehicleMake, of.vehicleModel],
        ...[of.vehicleYear, of.engineNumber, of.chassisNumber, of.sumAssured, of.premiumAmount],
        ...[of.premiumFrequency, of.startDate, of.endDate],
      ];
    }),
  );
}

/** A client who imports: what a manager does on the page, one step after the other. */
function importing(client: Client, { documents }: Bench) {
  const view = async (id: number): Promise<ImportView> =>
    (await client.send(`/api/imports/${id}`, 200)).json as unknown as ImportView;
  const becomes = async (id: number, state: string): Promise<ImportView> => {
    let last = await view(id);
    await until(
      async () => {
        last = await view(id);
        if (last.problem) throw new Error(`Import ${id}: ${last.problem}`);
        return last.state === state;
      },
      `import ${id} to be ${state}`,
      TIMEOUT_MS,
      LOOK_MS,
    );
    return last;
  };
  const command = async (name: 'CheckImport' | 'StartImport' | 'UndoImport', id: number) =>
    client.ask(documents[name] ?? '', { id, commandId: randomUUID() });
  return {
    async read(sheet: string): Promise<number> {
      const form = new FormData();
      form.set('file', new Blob([sheet]), 'sheet.csv');
      const sending = { method: 'POST', body: form };
      const { json } = await client.send('/api/imports', 202, sending);
      const { id } = json as unknown as ImportView;
      await becomes(id, 'mapping');
      return id;
    },
    async check(id: number): Promise<ImportView> {
      await command('CheckImport', id);
      return becomes(id, 'checked');
    },
    async write(id: number): Promise<ImportView> {
      await command('StartImport', id);
      return becomes(id, 'done');
    },
    async undo(id: number): Promise<ImportView> {
      await command('UndoImport', id);
      return becomes(id, 'undone');
    },
  };
}

/**
 * A sheet of customers and one of their policies, each from the file until it is written, and what
 * agents notice who save meanwhile.
 */
export async function measureImports(bench: Bench): Promise<Figure[]> {
  if (bench.importRows) return measureMemory(bench, bench.importRows);
  const client = await bench.client();
  const rows = Math.min(bench.versions.customers, MOST_ROWS);
  const by = importing(client, bench);
  const phase = (name: string, work: () => Promise<unknown>, target?: { atLeast: number }) =>
    measurePhase(bench, name, { rows, target }, work);

  const rest = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds));

  // An import makes way for a while after a save, such as that of a first password.
  await rest(ALONE_AFTER_MS);
  let people = 0;
  let policies = 0;
  const reading = await phase('customers, reading', async () => {
    people = await by.read(peopleSheet(rows, OTHERS));
  });
  const checking = await phase('customers, checking', () => by.check(people));
  const writing = await phase('customers, writing', () => by.write(people), {
    atLeast: 2_000,
  });
  const fromPolicies = [
    await phase('policies, reading', async () => {
      policies = await by.read(policiesSheet(rows, rows));
    }),
    await phase('policies, checking', () => by.check(policies)),
    await phase('policies, writing', () => by.write(policies)),
  ];
  const undoing = [
    await phase('policies, undoing', () => by.undo(policies)),
    await phase('customers, undoing', () => by.undo(people)),
  ];
  const others = await by.read(peopleSheet(rows, MORE));
  const idle = await saving(bench, () => rest(ALONE_MS));
  const besideChecking = await saving(bench, () => by.check(others));
  const besideWriting = await saving(bench, () => by.write(others));
  const besideUndoing = await saving(bench, () => by.undo(others));
  const all = [reading, checking, writing];
  return [
    ...[...all, ...fromPolicies, ...undoing].flatMap(({ figures }) => figures),
    y('customers, from the file to the record', wholeRate(rows, all), '/s', { atLeast: 2_000 }),
    y('policies, from the file to the record', wholeRate(rows, fromPolicies), '/s'),
    y(`a save, ${AGENTS} agents, alone, p95`, idle.p95, 'ms'),
    ...Object.entries({ besideChecking, besideWriting, besideUndoing }).flatMap(([name, saves]) => {
      const beside = `beside ${name.slice('beside'.length).toLowerCase()}`;
      return [
        y(`a save, ${AGENTS} agents, ${beside}, p95`, saves.p95, 'ms'),
        y(`a save ${beside} against one alone, p95`, saves.p95 / idle.p95, '×', { atMost: 2 }),
        y(`${rows} customers with such saves, ${beside}`, rows / (saves.millis / 1000), '/s'),
      ];
    }),
  ];
}

/** What memory a sheet takes, against one with a tenth of its rows: it is not to grow with them. */
async function measureMemory(bench: Bench, rows: number): Promise<Figure[]> {
  const by = importing(await bench.client(), bench);
  await new Promise((over) => setTimeout(over, ALONE_AFTER_MS));
  const peaks: number[] = [];
  const figures: Figure[] = [];
  for (const [count, first] of [
    [Math.round(rows / 10), OTHERS],
    [rows, MORE],
  ] as const) {
    let id = 0;
    const work = {
      reading: async () => {
        id = await by.read(peopleSheet(count, first));
      },
      checking: () => by.check(id),
      writing: () => by.write(id),
    };
    let peak = 0;
    for (const [name, phase] of Object.entries(work)) {
      const over = keepLooking(MEMORY_SAID_MS, async () => {
        const now = Math.round(await residentMemory('app'));
        bench.say(`${name} ${count} rows: the app has ${now} MiB`);
      });
      const measured = await measurePhase(bench, `customers, ${name}`, { rows: count }, phase);
      await over.stop();
      figures.push(...measured.figures);
      peak = Math.max(peak, measured.peak);
    }
    peaks.push(peak);
  }
  const [few = 0, many = 0] = peaks;
  const above = `memory at ${rows} rows above that at ${Math.round(rows / 10)}`;
  return [...figures, y(above, many - few, 'MiB', { atMost: 100 })];
}

const wholeRate = (rows: number, phases: readonly { millis: number }[]): number =>
  rows / (phases.reduce((sum, { millis }) => sum + millis, 0) / 1000);

async function measurePhase(
  { services, say }: Bench,
  name: string,
  { rows, target }: { readonly rows: number; readonly target?: { atLeast: number } | undefined },
  work: () => Promise<unknown>,
) {
  await untilLive(services);
  let peak = await residentMemory('app');
  const watch = keepLooking(LOOK_MS * 5, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const { result, used } = await withProcessorTimes(() => timed(work));
  await watch.stop();
  const { millis } = result;
  const { millis: behind } = await timed(() => untilLive(services));
  const rate = y(`${name}, ${rows} rows`, rows / (millis / 1000), '/s', target);
  say(`${name}: ${Math.round(rate.value)} rows a second`);
  return {
    ...{ millis, peak },
    figures: [
      rate,
      ...processorFigures(y, `${name}, processor time a row`, used, { count: rows }),
      y(`${name}, peak memory of the app`, peak, 'MiB'),
      y(`${name}, lists behind it at the end`, behind, 'ms'),
    ],
  };
}

/** Agents who save until the work is done, and pause between two saves. */
async function saving(bench: Bench, work: () => Promise<unknown>) {
  const editor = { ...bench, client: await bench.client() };
  const durations: number[] = [];
  let isOver = false;
  const agents = numbers(AGENTS).map(async (first) => {
    while (!isOver) {
      durations.push((await saveCustomer(editor, { first, of: AGENTS })).millis);
      await new Promise((over) => setTimeout(over, PAUSE_MS * Math.random() * 2));
    }
  });
  const { millis } = await timed(work);
  isOver = true;
  await Promise.all(agents);
  return { ...timingsOf(durations), millis };
}
