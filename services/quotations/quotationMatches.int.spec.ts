import { QuotationDeleted } from '@insuremanager/contracts/quotations/quotationEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWrittenQuotations, quoted, registered } from './testing/writtenQuotations.js';

const fixture = testFixture(openWrittenQuotations);

const ANITHA = 1;
const car = { insuranceType: 'vehicle', vehicleType: 'car', policyType: null } as const;

beforeAll(async () => {
  await fixture.write(
    registered(ANITHA, 'Anitha Nair'),
    quoted(1, ANITHA, { insuranceCompany: 'Malabar' }),
    quoted(2, ANITHA, { insuranceCompany: 'The Star Company' }),
    quoted(9, ANITHA, { insuranceCompany: 'Mustard Mutual' }),
    quoted(10, ANITHA, { insuranceCompany: 'Star' }),
    quoted(15, ANITHA, { insuranceCompany: null }),
    quoted(150, ANITHA, { ...car, vehicleNumber: 'KL07AB1234', insuranceCompany: 'Élan' }),
    quoted(151, ANITHA, { ...car, vehicleNumber: 'KL17AB1234', insuranceCompany: '50%_\\OFF' }),
    quoted(152, ANITHA, { insuranceCompany: 'മലബാർ ഇൻഷുറൻസ്' }),
    quoted(153, ANITHA, { insuranceCompany: 'Star' }),
    QuotationDeleted({ quotationId: 153 }),
  );
});

const found = async (query: string) =>
  (await fixture.quotations.match(query)).items.map(({ id }) => id);

describe('the best matches among quotations', () => {
  it('are the very value, then where a word begins so, then anywhere; deleted ones are not', async () => {
    const { items, ...counted } = await fixture.quotations.match(' sTAr ');
    expect(items).toEqual([
      { id: 10, quotationNumber: 'QT-2026-27-10', insuranceCompany: 'Star', customerId: ANITHA },
      {
        ...{ id: 2, quotationNumber: 'QT-2026-27-2', insuranceCompany: 'The Star Company' },
        customerId: ANITHA,
      },
      {
        ...{ id: 9, quotationNumber: 'QT-2026-27-9', insuranceCompany: 'Mustard Mutual' },
        customerId: ANITHA,
      },
    ]);
    expect(counted).toEqual({ count: 3, exact: true });
  });

  it.each([
    'QT-2026-27-15',
    'qt 2026 27 15',
    'QT20262715',
    '2026-27-15',
    '20262715',
    'qt/2026/27/15',
  ])('begin with the number itself, spelled %s, in the list as well', async (query) => {
    expect(await found(query)).toEqual([15, 150, 151, 152]);
    expect(await fixture.quotations.count({ search: query })).toEqual({ count: 4, exact: true });
  });

  it('are found by how a number begins, and by any part of it', async () => {
    for (const query of ['qt2026', '2026 27', 'qt-', '-27-']) {
      expect(await found(query), query).toEqual([1, 2, 9, 10, 15, 150, 151, 152]);
    }
    expect(await found('27-9')).toEqual([9]);
  });

  it('know a plate in any spelling', async () => {
    for (const query of ['KL07AB1234', 'kl 07 ab 1234', 'KL-07-AB-1234', 'kl.07 ab', '07ab']) {
      expect(await found(query), query).toEqual([150]);
    }
    expect(await found('b123')).toEqual([150, 151]);
  });

  it('are found with Latin marks and without, and in other scripts', async () => {
    for (const query of ['élan', 'ELAN', 'lan']) expect(await found(query), query).toEqual([150]);
    for (const query of ['മലബാർ', 'ഷുറൻ', 'ഇൻഷുറൻസ് മല']) {
      expect(await found(query), query).toEqual([152]);
    }
    expect(await found('\u0301\u0301\u0301')).toEqual([]);
  });

  it('take every character as itself, and ask nothing for less than three', async () => {
    expect(await found('50%_\\')).toEqual([151]);
    const queries = ['%%%', '___', '5__', '\\\\\\', '. - .', "'; drop table quotations; --", 'st'];
    for (const query of queries) expect(await found(query), query).toEqual([]);
    expect(await found('qt-0000002026')).toEqual([]);
    expect(await found('Anitha')).toEqual([]);
  });

  it('are eight, and are counted to a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, i) =>
      quoted(1101 - i, ANITHA, { insuranceCompany: 'Many' }),
    );
    await fixture.write(...many);
    const { items, ...counted } = await fixture.quotations.match('many');
    expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 8 }, (_, i) => 1001 + i));
    expect(counted).toEqual({ count: 100, exact: false });
  });
});
