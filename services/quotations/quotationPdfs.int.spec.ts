import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePng } from '../agency/testing/sampleLogo.js';
import { by } from '../platform/testing/serviceFixture.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);
let customerId: number;

const NOW = '2026-04-01T06:00:00Z';
const TWO_DAYS = 2 * 24 * 60 * 60;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { city: 'Kochi', pincode: '682001' })).id;
});
beforeEach(() => fixture.setTime(NOW));

const quoted = async (fields: object = {}): Promise<number> =>
  (await fixture.create({ customerId, premiumAmount: '11800', ...fields })).record.id;
const printed = async (id: number): Promise<string> =>
  text((await fixture.quotations.pdf(id)).content);
/** Keys under which PDFs of a quotation are stored, whenever that was. */
const storedOf = async (id: number): Promise<string[]> => {
  const keys: string[] = [];
  const later = new Date(Date.now() + TWO_DAYS * 1000);
  for await (const key of fixture.platform.files.storedBefore(`quotations/${id}/`, later)) {
    keys.push(key);
  }
  return keys;
};

const sent = (id: number) => fixture.email(id, { to: 'anitha@example.in' });
const storedBytes = async (fileKey: string): Promise<Buffer> =>
  buffer(await fixture.fileStore.get(fileKey));
const spoil = async (fileKey: string, spoilt: (bytes: Buffer) => Buffer): Promise<void> => {
  const bytes = spoilt(await storedBytes(fileKey));
  await fixture.fileStore.remove(fileKey);
  await fixture.fileStore.put(fileKey, Readable.from([bytes]));
};

describe('the PDF of a quotation', () => {
  it('shows what it says and for whom, under its number', async () => {
    const id = await quoted({ notes: 'Covers two' });
    const { fileName, content } = await fixture.quotations.pdf(id);
    expect(fileName).toMatch(/^QT-2026-27-\d+\.pdf$/);
    const said = await text(content);
    for (const part of ['Anitha Nair', 'Kochi 682001', '11800.00', 'Covers two', 'Malabar']) {
      expect(said).toContain(part);
    }
  });

  it('is made once, however many want it, and anew when what it shows changed', async () => {
    const id = await quoted();
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => printed(id)));
    for (const other of others) expect(other).toBe(first);
    expect(await storedOf(id)).toHaveLength(1);
    await fixture.email(id, { to: 'anitha@example.in' });
    expect(await storedOf(id)).toHaveLength(1);
    await fixture.update(id, { premiumAmount: '12000' });
    expect(await printed(id)).toContain('12000.00');
    expect(await storedOf(id)).toHaveLength(2);
  });

  it('is made anew under another letterhead or logo; what was sent stays as it was', async () => {
    const { agency } = fixture;
    const id = await quoted();
    await sent(id);
    const [sentKey = ''] = await storedOf(id);
    const sentBytes = await storedBytes(sentKey);
    await agency.change({ name: 'Periyar Brokers' }, by());
    expect(await printed(id)).toContain('Periyar Brokers');
    await agency.changeLogo(samplePng(), by());
    expect(await printed(id)).toContain('"width":120');
    expect(await storedOf(id)).toHaveLength(3);
    expect((await storedBytes(sentKey)).equals(sentBytes)).toBe(true);
    await agency.removeLogo(by());
    await agency.change({ name: 'Malabar Brokers' }, by());
    expect(await printed(id)).toContain('Malabar Brokers');
    expect(await storedOf(id)).toHaveLength(3);
  });

  it('is made anew when it went past its validity, or the customer moved', async () => {
    const id = await quoted({ validityDays: 1 });
    await printed(id);
    fixture.setTime('2026-04-03T06:00:00Z');
    expect(await printed(id)).toContain('"isPastValidity":true');
    const customer = await fixture.customers.current(customerId);
    await fixture.customers.update(customerId, { ...customer, city: 'Thrissur' } as object, by());
    expect(await printed(id)).toContain('Thrissur 682001');
    expect(await storedOf(id)).toHaveLength(3);
  });

  it.each([
    ['was changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of(0)])],
    ['is empty', () => Buffer.alloc(0)],
  ])('is made anew when what is stored %s, for whoever looks or sends', async (_, spoilt) => {
    for (const wanted of [printed, sent]) {
      const id = await quoted();
      const first = await printed(id);
      const [fileKey = ''] = await storedOf(id);
      await spoil(fileKey, spoilt);
      await wanted(id);
      expect(await storedOf(id)).toEqual([fileKey]);
      expect(await printed(id)).toBe(first);
    }
  });

  it('that an email carried is not replaced, but shown all the same', async () => {
    const id = await quoted();
    await sent(id);
    const first = await printed(id);
    const [fileKey = ''] = await storedOf(id);
    await spoil(fileKey, () => Buffer.from('Something else'));
    expect(await printed(id)).toBe(first);
    expect(await storedBytes(fileKey)).toEqual(Buffer.from('Something else'));
    await fixture.fileStore.remove(fileKey);
    expect(await printed(id)).toBe(first);
    expect(await storedOf(id)).toEqual([]);
  });

  it('is not there when the quotation is not, and cannot be read after an erasure', async () => {
    await expect(fixture.quotations.pdf(4711)).rejects.toMatchObject({ kind: 'not-found' });
    const { id: erasedId } = await fixture.customer('Nobody');
    const id = await quoted({ customerId: erasedId });
    await printed(id);
    await fixture.platform.vault.destroyKey(customerStream(erasedId));
    await expect(fixture.quotations.pdf(id)).rejects.toMatchObject({ code: 'customer-erased' });
  });

  it('is not made for a customer who was deleted, nor is a comparison', async () => {
    const { id: deletedId } = await fixture.customer('Gone');
    const ids = [await quoted({ customerId: deletedId }), await quoted({ customerId: deletedId })];
    await fixture.customers.delete(deletedId, by());
    const refusal = {
      kind: 'conflict',
      code: 'customer-deleted',
      message: 'The customer of this quotation has been deleted.',
    };
    await expect(fixture.quotations.pdf(ids[0] ?? 0)).rejects.toMatchObject(refusal);
    await expect(fixture.quotations.comparisonPdf(ids)).rejects.toMatchObject(refusal);
  });
});

describe('a comparison', () => {
  it('shows several quotations of one customer', async () => {
    const ids = [await quoted({ premiumAmount: '100' }), await quoted({ premiumAmount: '200' })];
    const said = await text((await fixture.quotations.comparisonPdf(ids)).content);
    expect(said).toContain('"premiumAmount":"100.00"');
    expect(said).toContain('"premiumAmount":"200.00"');
  });

  it('is of two to four, of nobody else’s, and of one type of insurance', async () => {
    const other = await fixture.customer('Somebody Else');
    const ids = await Promise.all(Array.from({ length: 5 }, () => quoted()));
    const refused = { kind: 'invalid', fields: [{ field: 'ids', code: 'not-comparable' }] };
    const [one = 0] = ids;
    const theirs = await quoted({ customerId: other.id });
    const ofCar = await quoted({ insuranceType: 'vehicle', vehicleType: 'car' });
    for (const wanted of [[one], [one, one], ids, [one, theirs], [one, ofCar]]) {
      await expect(fixture.quotations.comparisonPdf(wanted)).rejects.toMatchObject(refused);
    }
  });
});

describe('the sweep', () => {
  it('removes after a day what no quotation shows and no email carried', async () => {
    // Files are stored at the real time, so it happens now; the day after is asked for below.
    fixture.setTime(new Date().toISOString());
    const id = await quoted();
    await printed(id);
    const [unsent = ''] = await storedOf(id);
    await fixture.update(id, { premiumAmount: '12000' });
    await fixture.email(id, { to: 'anitha@example.in' });
    await fixture.update(id, { premiumAmount: '13000' });
    await printed(id);
    const stored = await storedOf(id);
    expect(stored).toHaveLength(3);
    expect(await fixture.quotations.sweep()).toBe(0);
    fixture.passTime(TWO_DAYS);
    expect(await fixture.quotations.sweep()).toBeGreaterThanOrEqual(1);
    expect(await storedOf(id)).toEqual(stored.filter((key) => key !== unsent));
    await fixture.remove(id);
    await fixture.quotations.sweep();
    expect(await storedOf(id)).toHaveLength(1);
    expect(await fixture.quotations.sweep()).toBe(0);
  });

  it('keeps what an email carried that the log does not know any more, and whatever it cannot place', async () => {
    fixture.setTime(new Date().toISOString());
    const id = await quoted();
    await printed(id);
    const keys = [`quotations/${id}/7-${'a'.repeat(32)}`, 'quotations/4711/0-b', 'quotations/c'];
    for (const key of keys) await fixture.fileStore.put(key, Readable.from([Buffer.from('x')]));
    fixture.passTime(TWO_DAYS);
    await fixture.quotations.sweep();
    for (const key of keys) expect(await fixture.fileStore.has(key)).toBe(true);
  });

  it('reads no quotation of which the tables tell enough', async () => {
    fixture.setTime(new Date().toISOString());
    const [untouched, emailed] = [await quoted(), await quoted()];
    await printed(untouched);
    await sent(emailed);
    fixture.passTime(TWO_DAYS);
    await fixture.quotations.sweep();
    const changed = await quoted();
    await printed(changed);
    await fixture.update(changed, { premiumAmount: '12000' });
    const read: string[] = [];
    const { readStream } = fixture.platform.eventLog;
    const counting = fixture.over({
      readStream: (stream, ...more) => {
        read.push(stream);
        return readStream(stream, ...more);
      },
    });
    expect(await counting.sweep()).toBe(1);
    expect(read).toContain(`quotation-${changed}`);
    expect(read).not.toContain(`quotation-${untouched}`);
    expect(read).not.toContain(`quotation-${emailed}`);
  });
});
