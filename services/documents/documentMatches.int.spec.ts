import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openDocumentFixture } from './testing/documentFixture.js';

const fixture = testFixture(openDocumentFixture);
let customerId: number;

beforeAll(async () => {
  customerId = await fixture.customer('Lakshmi Nair');
});

const keep = (...fileNames: string[]) => eachInTurn(fileNames, (fileName) => upload(fileName));
const upload = (fileName: string) =>
  fixture.upload({ customerId, documentType: 'claim_document' }, { fileName });
async function eachInTurn<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  for (const item of items) await act(item);
}

const found = async (query: string) =>
  (await fixture.documents.match(query)).items.map(({ fileName }) => fileName);

describe('the best matches among documents', () => {
  it('are the very name, then where a word begins so, then anywhere; by name among equals', async () => {
    await keep('My claim.pdf', 'Claim form.pdf', 'Reclaimed.pdf', 'claim.pdf', 'Disclaimer.pdf');
    const gone = await upload('Claim of nobody.pdf');
    await fixture.projected(await fixture.documents.delete(gone.record.id, by()));
    const { items, ...counted } = await fixture.documents.match(' cLAim ');
    expect(items.map(({ fileName }) => fileName)).toEqual([
      ...['Claim form.pdf', 'claim.pdf', 'My claim.pdf'],
      ...['Disclaimer.pdf', 'Reclaimed.pdf'],
    ]);
    expect(items[0]).toEqual({
      id: expect.any(Number),
      fileName: 'Claim form.pdf',
      documentType: 'claim_document',
      customerId,
    });
    expect(counted).toEqual({ count: 5, exact: true });
    expect((await found('CLAIM.PDF'))[0]).toBe('claim.pdf');
  });

  it('are found by words in any order, with Latin marks and without, and in other scripts', async () => {
    await keep('Résumé of Zoë.pdf', 'പാൻ കാർഡ്.pdf');
    for (const query of ['résumé', 'RESUME', 'zoe res', 'sum']) {
      expect(await found(query), query).toEqual(['Résumé of Zoë.pdf']);
    }
    for (const query of ['പാൻ കാർഡ്', 'കാർഡ്', 'കാർ പാൻ', 'ാർഡ']) {
      expect(await found(query), query).toEqual(['പാൻ കാർഡ്.pdf']);
    }
    expect(await found('\u0301\u0301\u0301')).toEqual([]);
  });

  it('take every character as itself, and ask nothing for less than three', async () => {
    await keep('50%_off (1).pdf', 'H-1041.2026.pdf');
    expect(await found('50%_')).toEqual(['50%_off (1).pdf']);
    expect(await found('(1)')).toEqual(['50%_off (1).pdf']);
    for (const query of ['H-1041', '1041.2026', '-1041.']) {
      expect(await found(query), query).toEqual(['H-1041.2026.pdf']);
    }
    const queries = ['%%%', '___', '5__', '\\\\\\', "'; drop table documents; --", 'cl', ' c '];
    for (const query of queries) expect(await found(query), query).toEqual([]);
    expect(await found('Lakshmi')).toEqual([]);
  });

  it('are eight, and are counted to a hundred', async () => {
    const numbers = Array.from({ length: 101 }, (_, i) => 1100 - i);
    await eachInTurn(numbers, async (number) => {
      const file = await fixture.receive(`Many ${number}.pdf`);
      const input = { customerId, documentType: 'kyc', policyId: null, policyType: null } as const;
      await fixture.documents.upload(input, file, by());
    });
    await fixture.projected({ position: await fixture.platform.eventLog.head() });
    const { items, ...counted } = await fixture.documents.match('many');
    expect(items.map(({ fileName }) => fileName)).toEqual(
      Array.from({ length: 8 }, (_, i) => `Many ${1000 + i}.pdf`),
    );
    expect(counted).toEqual({ count: 100, exact: false });
    expect(await fixture.documents.match('MANY 1100')).toMatchObject({ count: 1, exact: true });
  });
});
