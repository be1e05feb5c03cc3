import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.js';

describe('a line of CSV', () => {
  it('quotes what would end a value or a line', () => {
    expect(csvLine(['plain', 'a, b', 'say "no"', 'two\nlines', null, 7])).toBe(
      'plain,"a, b","say ""no""","two\nlines",,7\r\n',
    );
  });

  it.each(['=1+1', '+919876512345', '-1', '@SUM(A1)', '\tx', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
    'is no formula, whatever %j looks like',
    (text) => expect(csvLine([text])).toBe(`'${text}\r\n`),
  );

  it('is no formula either where it has to be quoted', () => {
    expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`);
    expect(csvLine(['\r=1'])).toBe(`"'\r=1"\r\n`);
  });
});
