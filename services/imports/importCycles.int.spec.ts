import type {
  ImportRow,
  ImportView,
  SheetMapping,
} from '@insuremanager/contracts/imports/importViews';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { person } from './testing/people.js';
import { xlsxOf } from './testing/workbooks.js';

const fixture = testFixture(openImportFixture);

// A book that failed is not made smaller: each try is an import of its own.
const RUNS = { numRuns: isExhaustive(import.meta.url) ? 20 : 1, endOnFailure: true };

// A book of customers and policies, some of them there before

const CUSTOMERS = ['Ref', 'Name', 'Phone', 'City', 'Date of Birth', 'KYC'];
const POLICIES = [
  ...['Customer Ref', 'Policy No', 'Insurance Company', 'Policy Type', 'Sum Insured', 'Premium'],
  ...['Frequency', 'Start Date', 'End Date'],
];
const [CITY, BIRTH] = [CUSTOMERS.indexOf('City'), CUSTOMERS.indexOf('Date of Birth')];
const PREMIUM = POLICIES.indexOf('Premium');

interface DrawnCustomer {
  readonly who: number;
  readonly city: string;
  readonly born: string;
}
interface DrawnPolicy {
  readonly of: number;
  readonly number: number;
  readonly premium: string;
}
interface Book {
  readonly customers: readonly DrawnCustomer[];
  readonly policies: readonly DrawnPolicy[];
}

/** Those who are there before, and others. */
const KNOWN = 3;
const who = fc.nat(7);
const RIGHT_DAYS = ['12/03/1980', '01-Feb-1991', ''];
const customer = fc.record({
  who,
  city: fc.constantFrom('Kochi', 'Aluva', 'Thrissur'),
  born: fc.constantFrom(...RIGHT_DAYS, '31/02/1980'),
});
const policy = fc.record({
  of: who,
  number: fc.nat(6),
  premium: fc.constantFrom('9000', '₹12,500.50', 'a lot'),
});
const book: fc.Arbitrary<Book> = fc.record({
  customers: fc.array(customer, { minLength: 2, maxLength: 8 }),
  policies: fc.array(policy, { minLength: 1, maxLength: 6 }),
});

/** People and numbers of no other run. */
let runs = 0;
const nextRun = (): number => {
  runs += 1;
  return runs * 100;
};
const customerCells = (run: number, { who: n, city, born }: DrawnCustomer): string[] => {
  const nth = run + n;
  return [`R${nth}`, person.name(nth), person.phone(nth), city, born, 'verified'];
};
const policyCells = (run: number, { of, number, premium }: DrawnPolicy): string[] => [
  ...[`R${run + of}`, `N/${run + number}`, 'Star Health', 'family', '500000', premium],
  ...['yearly', '01/04/2026', '31/03/2027'],
];
const workbookOf = (run: number, { customers, policies }: Book): Promise<Buffer> =>
  xlsxOf([
    { name: 'Policies', rows: [POLICIES, ...policies.map((one) => policyCells(run, one))] },
    { name: 'Customers', rows: [CUSTOMERS, ...customers.map((one) => customerCells(run, one))] },
  ]);
const [OF_POLICIES, OF_CUSTOMERS] = [0, 1];

/** What its columns are, which is remembered: in a book of few rows it cannot be guessed. */
const MAPPINGS: readonly SheetMapping[] = [
  {
    ...{ kind: 'health', dateOrder: 'dmy', values: [] },
    columns: [
      ...['customerRef', 'policyNumber', 'insuranceCompany', 'policyType', 'sumAssured'],
      ...['premiumAmount', 'premiumFrequency', 'startDate', 'endDate'],
    ],
  },
  {
    ...{ kind: 'customers', dateOrder: 'dmy', values: [] },
    columns: ['ref', 'name', 'phone', 'city', 'dateOfBirth', 'kycStatus'],
  },
];

/** Imports the customers and policies that are there before. */
async function importKnown(run: number): Promise<void> {
  const known = {
    customers: Array.from({ length: KNOWN }, (_, n) => ({ who: n, city: 'Kochi', born: '' })),
    policies: [0, 1].map((number) => ({ of: number, number, premium: '9000' })),
  };
  const { id } = await fixture.upload('known.xlsx', await workbookOf(run, known));
  for (const [sheet, mapping] of MAPPINGS.entries()) {
    await fixture.imports.mapSheet(id, sheet, mapping);
  }
  await fixture.write(await fixture.check({ id }));
}

// What there is, row by row

type Row = Readonly<Record<string, unknown>>;

/** Tables that remember that something happened, for audits and for how long to keep what. */
const HAPPENED = /^(?:audit_entries|usernames|checkpoint|transactions|last_transactions|kept_.*)$/;
/** When, and how often. */
const PASSING = /^(?:version|created_day|.*_at)$/;
/** By what records are called: one that is made again has other ones. */
const NAMES = /^(?:id|.*_id|filed_under|quotation_number|search_text)$/;

/** All rows of the read models, but for what the pattern leaves out. */
async function rowsNow(leftOut: RegExp): Promise<Readonly<Record<string, readonly string[]>>> {
  const { platform, readModels } = fixture;
  const { schema } = readModels;
  const tables = await platform.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1`,
    [schema],
  );
  const contents = await Promise.all(
    tables.rows
      .filter(({ name }) => !HAPPENED.test(name))
      .map(async ({ name }) => {
        const { rows } = await platform.pool.query<{ row: Row; owner: string | null }>(
          `SELECT to_jsonb(one) AS row, people.name AS owner FROM "${schema}"."${name}" AS one
           LEFT JOIN "${schema}".customers AS people
             ON people.id = (to_jsonb(one)->>'customer_id')::int`,
        );
        const lines = rows
          // A total of nothing is none.
          .filter(({ row }) => row.count !== 0)
          .map(({ row, owner }) =>
            JSON.stringify([
              owner,
              Object.entries(row).filter(
                ([column]) => !PASSING.test(column) && !leftOut.test(column),
              ),
            ]),
          );
        return [name, lines.sort()] as const;
      }),
  );
  return Object.fromEntries(contents);
}
const NOTHING = /^$/;

const outcomesOf = ({ sheets }: ImportView) => sheets.map(({ outcomes }) => outcomes);

describe('an import', () => {
  it('that is undone leaves what was there, and comes to the same a second time', async () => {
    let wrote = 0;
    await fc.assert(
      fc.asyncProperty(book, async (drawn) => {
        const run = nextRun();
        await importKnown(run);
        const [was, content] = [await rowsNow(NOTHING), await workbookOf(run, drawn)];
        const first = await fixture.imported('book.xlsx', content);
        const came = await rowsNow(NAMES);
        const { created, changed } = first.counts;
        wrote += created + changed;

        const undone = await fixture.undo(first);
        expect(undone.counts).toMatchObject({ undone: created + changed, kept: 0 });
        expect(await rowsNow(NOTHING)).toEqual(was);

        const second = await fixture.imported('again.xlsx', content);
        expect(outcomesOf(second)).toEqual(outcomesOf(first));
        expect(await rowsNow(NAMES)).toEqual(came);
      }),
      RUNS,
    );
    expect(wrote).toBeGreaterThan(0);
  });

  it('whose rows are repaired comes to what it would have come to at once', async () => {
    const rowsOf = async ({ id }: ImportView): Promise<Omit<ImportRow, 'repaired'>[][]> =>
      Promise.all(
        [OF_POLICIES, OF_CUSTOMERS].map(async (sheet) =>
          (await fixture.rowsOf(id, { sheet })).map(({ repaired: _which, ...row }) => row),
        ),
      );
    await fc.assert(
      fc.asyncProperty(book, fc.infiniteStream(fc.boolean()), async (drawn, dice) => {
        const run = nextRun();
        await importKnown(run);
        const toss = (): boolean => dice.next().value ?? false;
        const spoilt = {
          customers: drawn.customers.map((one) => (toss() ? { ...one, born: 'unclear' } : one)),
          policies: drawn.policies.map((one) => (toss() ? { ...one, premium: 'unclear' } : one)),
        };
        const right = await fixture.checked('right.xlsx', await workbookOf(run, drawn));
        const wrong = await fixture.checked('wrong.xlsx', await workbookOf(run, spoilt));
        const repair = async (sheet: number, row: number, column: number, text: string) => {
          await fixture.imports.repairCell(wrong.id, { sheet, row: row + 2, column, text });
          await fixture.becomes(wrong.id, 'checked');
        };
        // What is behind is repaired first: what it hangs on comes right after it.
        for (const [nth, { premium }] of [...drawn.policies.entries()].toReversed()) {
          if (spoilt.policies[nth]?.premium !== premium)
            await repair(OF_POLICIES, nth, PREMIUM, premium);
        }
        for (const [nth, { born }] of [...drawn.customers.entries()].toReversed()) {
          if (spoilt.customers[nth]?.born !== born) await repair(OF_CUSTOMERS, nth, BIRTH, born);
        }
        const repaired = await fixture.imports.require(wrong.id);
        const [came, wanted] = await Promise.all([rowsOf(repaired), rowsOf(right)]);
        await fixture.imports.discardImport(right.id);
        await fixture.imports.discardImport(wrong.id);
        expect(came).toEqual(wanted);
        expect(outcomesOf(repaired)).toEqual(outcomesOf(right));
      }),
      RUNS,
    );
  });

  it('keeps, when it is undone, what people have changed since, and says which', async () => {
    const actor = { userId: 2, username: 'rahul', role: 'manager' } as const;
    const byAnother = () => ({ ...fixture.context(), actor });
    const touch = fc.constantFrom('nothing', 'nothing', 'customer', 'policy', 'policy is deleted');
    const numbers = [0, 1, 2, 3];
    await fc.assert(
      fc.asyncProperty(fc.array(touch, { minLength: 4, maxLength: 4 }), async (touches) => {
        const run = nextRun();
        const drawn = {
          customers: numbers.map((n) => ({ who: n, city: 'Kochi', born: '12/03/1980' })),
          policies: numbers.map((n) => ({ of: n, number: n, premium: '9000' })),
        };
        const done = await fixture.imported('book.xlsx', await workbookOf(run, drawn));
        const idsOf = async (sheet: number) =>
          (await fixture.rowsOf(done.id, { sheet })).map(({ record }) => record?.id ?? 0);
        const [policies, customers] = await Promise.all([idsOf(OF_POLICIES), idsOf(OF_CUSTOMERS)]);
        for (const [n, touched] of touches.entries()) {
          const [id, ref] = [customers[n] ?? 0, { kind: 'health', id: policies[n] ?? 0 } as const];
          if (touched === 'customer')
            await fixture.customers.update(id, { city: 'Ottapalam' }, byAnother());
          if (touched === 'policy')
            await fixture.policies.update(ref, { premiumAmount: 10_000_00 }, byAnother());
          if (touched === 'policy is deleted') await fixture.policies.delete(ref, byAnother());
        }
        await fixture.undo(done);

        // A customer whose policy is kept is kept with it.
        const isKept = {
          policy: ['policy', 'policy is deleted'],
          customer: ['customer', 'policy'],
        };
        const listed = async (sheet: number) =>
          (await fixture.rowsOf(done.id, { sheet })).map(({ outcome, problems }) => [
            outcome,
            problems.length,
          ]);
        const expected = (which: readonly string[]) =>
          touches.map((touched) => (which.includes(touched) ? ['kept', 1] : ['undone', 0]));
        expect(await listed(OF_POLICIES)).toEqual(expected(isKept.policy));
        expect(await listed(OF_CUSTOMERS)).toEqual(expected(isKept.customer));
        for (const [n, touched] of touches.entries()) {
          const left = await fixture.customers.find(customers[n] ?? 0);
          const city = touched === 'customer' ? 'Ottapalam' : 'Kochi';
          expect(left?.city).toBe(isKept.customer.includes(touched) ? city : undefined);
          const term = await fixture.policies.find(policies[n] ?? 0);
          expect(term?.premiumAmount).toBe(touched === 'policy' ? '10000.00' : undefined);
        }
      }),
      RUNS,
    );
  });

  it('sets back, of a record that it changed, each field that nobody has changed since', async () => {
    const run = nextRun();
    await importKnown(run);
    const header = ['Ref', 'Name', 'Phone', 'City', 'Pincode'];
    const rows = [0, 1].map((n) => [
      ...customerCells(run, { who: n, city: 'Aluva', born: '' }).slice(0, CITY + 1),
      '683101',
    ]);
    const changed = await fixture.imported('moved.csv', csvOf([header, ...rows]));
    expect(changed.counts).toMatchObject({ changed: 2 });
    const [first, second] = (await fixture.rowsOf(changed.id)).map(({ record }) => record?.id ?? 0);
    await fixture.customers.update(first ?? 0, { city: 'Angamaly' }, fixture.context());
    await fixture.customers.update(second ?? 0, { occupation: 'Nurse' }, fixture.context());
    const undone = await fixture.undo(changed);
    expect(undone.counts).toMatchObject({ undone: 1, kept: 1 });
    expect(await fixture.customers.find(first ?? 0)).toMatchObject({
      ...{ city: 'Angamaly', pincode: null },
    });
    expect(await fixture.customers.find(second ?? 0)).toMatchObject({
      ...{ city: 'Kochi', pincode: null, occupation: 'Nurse' },
    });
    const [kept] = await fixture.rowsOf(changed.id, { only: 'kept' });
    expect(kept).toMatchObject({ row: 2, problems: [{ code: 'kept' }] });
  });
});
