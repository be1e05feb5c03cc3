import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_BYTES, sealJson, unsealJson } from './sealing.js';

const key = randomBytes(KEY_BYTES);

describe('a sealed value', () => {
  it('comes back as it was', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, subject) => {
        const asJson = JSON.parse(JSON.stringify(value));
        expect(unsealJson(key, subject, sealJson(key, subject, value))).toEqual(asJson);
      }),
    ));

  it('cannot be changed anywhere', () =>
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, change) => {
        const bytes = Buffer.from(sealJson(key, 'customer-1', value).slice(3), 'base64url');
        const place = at % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(place) ^ change, place);
        const forged = `v1.${bytes.toString('base64url')}`;
        expect(() => unsealJson(key, 'customer-1', forged)).toThrow();
      }),
    ));

  it('belongs to its subject and its key', () => {
    const sealed = sealJson(key, 'customer-1', 'Lakshmi');
    expect(() => unsealJson(key, 'customer-2', sealed)).toThrow();
    expect(() => unsealJson(randomBytes(KEY_BYTES), 'customer-1', sealed)).toThrow();
    expect(() => unsealJson(key, 'customer-1', sealed.replace('v1.', 'v9.'))).toThrow('version');
    expect(() => unsealJson(key, 'customer-1', 'v1.')).toThrow('too short');
  });

  it('looks different each time', () => {
    const nonceOf = (sealed: string) => sealed.slice(3, 3 + 16);
    // More than are drawn at once.
    const nonces = Array.from({ length: 5_000 }, () => nonceOf(sealJson(key, 's', 'x')));
    expect(new Set(nonces).size).toBe(nonces.length);
  });
});
