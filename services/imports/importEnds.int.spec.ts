import { Readable } from 'node:stream';
import { openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';

const fixture = testFixture(openImportFixture);
const PEOPLE = [
  'Ref,Name,Phone,Pincode',
  'E1,Ammini Nair,9847066661,682001',
  'E2,Babu Nair,9847066662,68200x1',
  'E3,Chacko M,9847066663,682001',
].join('\n');

const told = async (userId = 1) => {
  const { items } = await fixture.notifications.list({ userId, role: 'admin' });
  return items.filter(({ kind }) => kind === 'import-ended');
};

describe('the end of an import', () => {
  it('is told to who started it, and again when it was undone, for a week', async () => {
    const checked = await fixture.checked('ended.csv', PEOPLE);
    expect(await told()).toEqual([]);
    const { id, endedAt } = await fixture.write(checked);
    const [one, ...others] = await told();
    expect(one).toMatchObject({
      ...{ customerName: 'Import finished', number: '2 added, 1 left out', isRead: false },
      ...{ customerId: null, record: 'import', recordId: id, at: endedAt },
    });
    expect(others).toEqual([]);
    expect(JSON.stringify(one)).not.toContain('ended.csv');
    expect(await told(2)).toEqual([]);

    await fixture.notifications.mark(1, [one?.key ?? ''], true);
    expect(await told()).toMatchObject([{ isRead: true }]);
    await fixture.undo({ id });
    expect(await told()).toMatchObject([
      { customerName: 'Import undone', number: '2 taken back', recordId: id, isRead: false },
    ]);
    fixture.pass(8);
    expect(await told()).toEqual([]);
  });

  it('is told of a file that could not be read, with why', async () => {
    const received = await fixture.imports.receive(
      'no.xlsx',
      Readable.from([Buffer.from('%PDF-1.7 no sheet')]),
    );
    const { id } = await fixture.imports.begin(received, fixture.context());
    await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1);
    const { problem } = await fixture.imports.require(id);
    expect(await told()).toMatchObject([
      { customerName: 'Import failed', number: problem, recordId: id },
    ]);
  });
});
