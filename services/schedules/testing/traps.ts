import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PageText, Piece } from '../pageText.js';

export interface Trap {
  readonly name: string;
  /** All that may be proposed. */
  readonly expected: Readonly<Partial<Record<PolicyField, string>>>;
  readonly page: PageText;
}

/** Of letters of 9 points, in points. */
const LETTER_WIDTH = 4.4;

/** Lines of cells at fixed columns, as `linesOf` takes a page. */
const pageOf = (all: readonly (readonly string[])[]): PageText => ({
  ...{ width: 595, height: 842 },
  pieces: all.flatMap((cells, row) =>
    cells.map((text, column): Piece => {
      const left = 36 + column * 200;
      return { text, left, right: left + text.length * LETTER_WIDTH, base: 60 + row * 18, size: 9 };
    }),
  ),
});

const trap = (
  name: string,
  lines: readonly (readonly string[])[],
  expected: Trap['expected'] = {},
): Trap => ({ name, expected, page: pageOf(lines) });

/** What a hasty reader would take for a field of the policy. */
export const TRAPS: readonly Trap[] = [
  trap('two policy numbers', [['Policy No.: AB/123456/01'], ['Policy No.: AB/123456/02']]),
  trap('only the policy before', [
    ['Previous Policy No.: AB/123456/01', 'Expiring Policy Expiry Date: 31/03/2026'],
    ['Previous Insurer: Star Health and Allied Insurance Company Limited'],
  ]),
  trap('a number that goes on in the next line', [
    ['Policy Number: P/181118/01/2026/'],
    ['004512'],
  ]),
  trap('sentences about the policy', [
    ['Your policy number must be quoted. The premium payable is stated in the schedule: 12,500.'],
    ['Period of insurance begins when the premium has been paid.'],
  ]),
  trap('days with the month first', [['Start Date: 04/13/2026'], ['End Date: 04/12/2027']]),
  trap('an end that is a day too late', [['Period of Insurance: 01/04/2026 to 01/04/2027']], {
    startDate: '01/04/2026',
  }),
  trap('an end before the start', [['Start Date: 01/04/2027'], ['End Date: 31/03/2026']]),
  trap('a total that may be without the tax', [
    ['Total Premium', 'Rs. 10,000'],
    ['GST', 'Rs. 1,800'],
  ]),
  trap('amounts that do not add up', [
    ['Net Premium', 'Rs. 10,000'],
    ['GST', 'Rs. 1,800'],
    ['Total Premium Payable', 'Rs. 12,000'],
  ]),
  trap(
    'what is paid monthly, by its yearly sum',
    [
      ['Payment Mode', 'Monthly'],
      ['Total Premium', 'Rs. 12,000'],
    ],
    { premiumFrequency: 'monthly' },
  ),
  trap('two insurers', [
    ['Star Health and Allied Insurance Company Limited'],
    ['Care Health Insurance Company Limited'],
  ]),
  trap(
    'masked numbers of a vehicle',
    [
      ['Chassis No.: MA3XXXXXXXX1234', 'Engine No.: K12XXXX567'],
      ['Registration No.: KL 07 AB 1234'],
    ],
    { vehicleNumber: 'KL 07 AB 1234' },
  ),
  trap('headings without values', [
    ['Engine No.', 'Chassis No.', 'Make'],
    ['as per certificate', 'as per certificate', ''],
  ]),
  trap('other numbers of registration', [
    ['IRDAI Registration No.: 129', 'GST Registration No.: 32AABCU9603R1ZM'],
    ['Trailer Registration No.: KL 07 AB 9999', 'Trailer Chassis No.: TRL1234567890'],
  ]),
  trap('a bonus beside the sum insured', [
    ['Health policy: Cumulative Bonus: 50,000', 'Bonus Sum Insured: 2,50,000'],
    ['Sum Insured per person: 1,00,000'],
  ]),
];
