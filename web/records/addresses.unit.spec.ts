import { describe, expect, it } from 'vitest';
import { addressOfRecord, recordAt } from './addresses';

const locationOf = (address: string) => new URL(address, 'http://localhost');

describe('the address of a record', () => {
  it('leads back to the record, of every kind', () => {
    for (const kind of ['customer', 'health', 'vehicle', 'document', 'quotation'] as const) {
      const record = { kind, id: 42 };
      expect(recordAt(locationOf(addressOfRecord(record)))).toEqual(record);
    }
  });

  it('is told from those that open none', () => {
    for (const address of [
      '/customers',
      '/customers?customer=',
      '/customers?customer=0',
      '/customers?customer=x',
      '/customers?customer=12345678901',
      '/customers?policy=4',
      '/?customer=4',
    ]) {
      expect(recordAt(locationOf(address)), address).toBeNull();
    }
  });
});
