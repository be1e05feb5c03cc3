import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foundFields } from './foundFields.js';
import {
  openScheduleReader,
  type ReadingResult,
  type ReadSchedule,
  type ScheduleReader,
} from './scheduleReader.js';
import {
  bomb,
  deepArrays,
  endlessPages,
  hugeText,
  manyPages,
  noPdf,
  plainPdf,
} from './testing/hostile.js';
import { LAYOUTS, type Layout, pdfOf } from './testing/layouts.js';
import { TRAPS } from './testing/traps.js';

const isRead = (result: ReadingResult): ReadSchedule => {
  if ('unreadable' in result) throw new Error(`It could not be read: ${result.unreadable}`);
  return result;
};
const valuesOf = ({ fields }: { fields: readonly { field: string; value: string }[] }) =>
  Object.fromEntries(fields.map(({ field, value }) => [field, value]));

const whole = isExhaustive(import.meta.url);

/** On a busy machine a thread takes longer to start than anybody would wait. */
const PATIENT_MS = 60_000;

let reader: ScheduleReader;
const read = new Map<Layout, ReadSchedule>();
beforeAll(async () => {
  reader = openScheduleReader(PATIENT_MS);
  const reading = LAYOUTS.map(async (layout) => {
    read.set(layout, isRead(await reader.read(await pdfOf(layout.draw))));
  });
  await Promise.all(reading);
}, 2 * PATIENT_MS);
afterAll(() => reader.close());

const layoutRead = (layout: Layout | undefined): ReadSchedule => {
  const result = layout && read.get(layout);
  if (!result) throw new Error('There is no such layout');
  return result;
};

/** Of the fields of all layouts, as it was measured; it may only rise. */
const FOUND = 1;

describe('ten layouts of insurers', () => {
  it('find what a person would type, and nothing wrong', () => {
    let [expected, found] = [0, 0];
    const wrong: string[] = [];
    for (const layout of LAYOUTS) {
      expected += Object.keys(layout.expected).length;
      for (const [field, value] of Object.entries(valuesOf(layoutRead(layout)))) {
        if (layout.expected[field as keyof Layout['expected']] === value) found += 1;
        else wrong.push(`${layout.name}: ${field} is not ${value}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(LAYOUTS).toHaveLength(10);
    expect(found / expected).toBeGreaterThanOrEqual(FOUND);
  });

  it.each(LAYOUTS)('know kind and name: $name', (layout) => {
    const { kind, insuredName } = layoutRead(layout);
    expect({ kind, insuredName }).toEqual({ kind: layout.kind, insuredName: layout.insuredName });
  });

  it('say where each value stands', () => {
    const { fields } = layoutRead(LAYOUTS[0]);
    const number = fields.find(({ field }) => field === 'policyNumber');
    // Drawn at 130 and 90 points of 595 and 842, behind a colon.
    expect(number?.page).toBe(1);
    expect((number?.left ?? 0) / 10_000).toBeCloseTo(135 / 595, 1);
    expect((number?.top ?? 0) / 10_000).toBeCloseTo(90 / 842, 1);
    expect(number?.width).toBeGreaterThan(1000);
  });

  it('name the page that it stands on', () => {
    const layout = LAYOUTS.find(({ name }) => name.includes('second page'));
    const { fields, pageCount } = layoutRead(layout);
    expect(pageCount).toBe(3);
    expect(fields.find(({ field }) => field === 'policyNumber')?.page).toBe(2);
  });
});

describe('what may be meant otherwise', () => {
  it.each(TRAPS)('is not proposed: $name', ({ page, expected }) =>
    expect(valuesOf(foundFields([page]))).toEqual(expected),
  );
});

describe('PDFs that cannot be read', () => {
  it('say that they are locked', async () => {
    const locked = await pdfOf((doc) => doc.text('Policy No.: AB/123456/01'), {
      userPassword: 'a secret',
    });
    expect(await reader.read(locked)).toEqual({ unreadable: 'encrypted' });
  });

  it('are read when only their owner’s rights are locked', async () => {
    const restricted = await pdfOf((doc) => doc.text('Policy No.: AB/123456/01'), {
      ownerPassword: 'a secret',
      permissions: { copying: false },
    });
    expect(valuesOf(isRead(await reader.read(restricted)))).toEqual({
      policyNumber: 'AB/123456/01',
    });
  });

  it('say that they are a scan', async () => {
    const scan = await pdfOf((doc) => doc.rect(36, 36, 400, 400).fill('#cccccc'));
    expect(await reader.read(scan)).toEqual({ unreadable: 'no-text' });
  });

  it('say that they are damaged', async () => {
    const whole = await pdfOf(LAYOUTS[0]?.draw ?? (() => {}));
    expect(await reader.read(whole.subarray(0, 400))).toEqual({ unreadable: 'damaged' });
    expect(await reader.read(noPdf())).toEqual({ unreadable: 'damaged' });
  });
});

describe('PDFs that are made to do harm', () => {
  it('are read for ten pages of ten thousand', async () => {
    const result = isRead(await reader.read(manyPages(10_000)));
    expect(result).toMatchObject({ pageCount: 10_000, pagesRead: 10 });
    expect(valuesOf(result)).toEqual({ policyNumber: 'AB/123456/01' });
  });

  it('end where their pages have no end', async () =>
    expect(await reader.read(endlessPages())).toHaveProperty('unreadable'));

  it('end where arrays are deeper than any stack', async () => {
    const result = await reader.read(deepArrays());
    expect('unreadable' in result || valuesOf(result)).toBeTruthy();
    expect(valuesOf(isRead(await reader.read(plainPdf())))).toHaveProperty('policyNumber');
  });

  it('propose nothing of a text of three million letters', async () => {
    const result = await reader.read(hugeText());
    expect('unreadable' in result ? {} : valuesOf(result)).toEqual({});
  });

  it('are refused what they ask for beyond the memory that there is for them', async () => {
    const url = new URL('../dist/schedules/strangersCode.js', import.meta.url).href;
    const asking = `const { parentPort } = require('node:worker_threads');
      import('${url}').then(({ isOverAllocated }) => {
        const refused = [256, 256].map((megabytes) => {
          try {
            return new Uint8Array(megabytes * 2 ** 20).length > 0 ? 'given' : '';
          } catch (error) {
            return error.message;
          }
        });
        parentPort.postMessage([...refused, isOverAllocated()]);
      });`;
    const [said] = await once(new Worker(asking, { eval: true }), 'message');
    expect(said).toEqual(['given', 'This file asks for more memory than it may.', true]);
  });

  it.runIf(whole)('end before they have unpacked to more memory than there is', async () => {
    const before = process.memoryUsage().rss;
    expect(await reader.read(bomb(512))).toEqual({ unreadable: 'too-heavy' });
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 * 2 ** 20);
  });

  it('end when they take too long, and others are read after them', async () => {
    const hurried = openScheduleReader(1);
    try {
      expect(await hurried.read(plainPdf())).toEqual({ unreadable: 'too-heavy' });
    } finally {
      await hurried.close();
    }
    expect(valuesOf(isRead(await reader.read(plainPdf())))).toHaveProperty('policyNumber');
  });
});
