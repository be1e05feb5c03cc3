import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from './amountInWords.js';

const VALUES: Readonly<Record<string, bigint>> = Object.fromEntries(
  (
    'Zero:0 One:1 Two:2 Three:3 Four:4 Five:5 Six:6 Seven:7 Eight:8 Nine:9 Ten:10 Eleven:11 ' +
    'Twelve:12 Thirteen:13 Fourteen:14 Fifteen:15 Sixteen:16 Seventeen:17 Eighteen:18 Nineteen:19 ' +
    'Twenty:20 Thirty:30 Forty:40 Fifty:50 Sixty:60 Seventy:70 Eighty:80 Ninety:90'
  )
    .split(' ')
    .map((entry) => entry.split(':'))
    .map(([word = '', value = '']) => [word, BigInt(value)]),
);
const SCALES: Readonly<Record<string, bigint>> = {
  Hundred: 100n,
  Thousand: 1000n,
  Lakh: 100_000n,
  Crore: 10_000_000n,
};

/** Reads words as a person does: a scale multiplies what was said since a larger one. */
function numberRead(words: string): bigint {
  const said = words.split(/[ -]/);
  const scale = said.lastIndexOf(largestOf(said));
  if (scale < 0) return said.reduce((sum, word) => sum + numberOf(word), 0n);
  const rest = said.slice(scale + 1);
  return (
    numberRead(said.slice(0, scale).join(' ')) * (SCALES[said[scale] ?? ''] ?? 0n) +
    (rest.length > 0 ? numberRead(rest.join(' ')) : 0n)
  );
}

const largestOf = (said: readonly string[]): string =>
  ['Crore', 'Lakh', 'Thousand', 'Hundred'].find((scale) => said.includes(scale)) ?? '';

function numberOf(word: string): bigint {
  const value = VALUES[word];
  if (value === undefined) throw new Error(`"${word}" is no number`);
  return value;
}

function paiseRead(sentence: string): bigint {
  const { rupees = 'Zero', paise = 'Zero' } =
    /^(?:Rupees? (?<rupees>.+?))?(?: and )?(?:(?<paise>\S+) Pais[ae])? Only$/.exec(sentence)
      ?.groups ?? {};
  return numberRead(rupees) * 100n + numberRead(paise);
}

describe('an amount in words', () => {
  it.each([
    [0, 'Rupees Zero Only'],
    [1, 'One Paisa Only'],
    [50, 'Fifty Paise Only'],
    [100, 'Rupee One Only'],
    [150, 'Rupee One and Fifty Paise Only'],
    [20_000, 'Rupees Two Hundred Only'],
    [1_10_000, 'Rupees One Thousand One Hundred Only'],
    [1_00_000_00, 'Rupees One Lakh Only'],
    [
      12_34_567_50,
      'Rupees Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven and Fifty Paise Only',
    ],
    [1_00_00_000_01, 'Rupees One Crore and One Paisa Only'],
    [
      999_99_99_999_99,
      'Rupees Nine Hundred Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred ' +
        'Ninety-Nine and Ninety-Nine Paise Only',
    ],
    [-100, 'Minus Rupee One Only'],
  ])('%i paise: %s', (paise, words) => expect(amountInWords(paise)).toBe(words));

  it('counts what is beyond crores in crores', () =>
    expect(amountInWords(10n ** 14n)).toBe('Rupees One Lakh Crore Only'));

  it('can be read back, however large', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.bigInt({ min: 0n, max: 100_000n }),
          fc.bigInt({ min: 0n, max: 999_999_999_999n }),
          fc.bigInt({ min: 0n, max: 10n ** 18n }),
        ),
        (paise) => paiseRead(amountInWords(paise)) === paise,
      ),
      { numRuns: 2000 },
    ));
});
