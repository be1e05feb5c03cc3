import { describe, expect, it } from 'vitest';
import { reportReader } from './changeStream';

const report = (id: number) => ({ everything: false, records: [{ kind: 'customer', ids: [id] }] });
const event = (id: number) =>
  `event: next\ndata: ${JSON.stringify({ data: { changes: report(id) } })}\n\n`;

describe('reading a stream of changes', () => {
  it('gives each report once it is whole, however it is cut', () => {
    const take = reportReader();
    const text = `:\n\n${event(1)}:\n\n${event(2)}`;
    const taken = [...text].flatMap((letter) => take(letter));
    expect(taken).toEqual([report(1), report(2)]);
  });

  it('gives several that arrive together', () => {
    expect(reportReader()(event(1) + event(2) + event(3))).toHaveLength(3);
  });

  it('passes over signs of life, ends and errors', () => {
    const others = ':\n\nevent: complete\ndata: null\n\nevent: next\ndata: {"errors":[{}]}\n\n';
    expect(reportReader()(others)).toEqual([]);
  });
});
