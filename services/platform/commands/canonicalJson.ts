/**
 * JSON with the keys of every object in order: equal requests have equal texts, whichever way round
 * a client wrote its fields. A field that is `undefined` is absent.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted) ?? 'null';

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
