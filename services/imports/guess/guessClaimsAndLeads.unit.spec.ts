import { describe, expect, it } from 'vitest';
import { guessSheet } from './guessSheet.js';
import { guessValue } from './guessValue.js';

const guessed = (columns: Readonly<Record<string, readonly string[]>>, sheetName = '') => {
  const header = Object.keys(columns);
  const rows = [0, 1].map((row) => header.map((name) => columns[name]?.[row] ?? ''));
  const { kind, columns: fields } = guessSheet(header, rows, { sheetName });
  return { kind, ...Object.fromEntries(header.map((name, at) => [name, fields[at]])) };
};

describe('a sheet of claims is told by its columns', () => {
  it('in English, with the short forms of offices', () => {
    expect(
      guessed({
        'Pol. No.': ['P/12/2025', 'P/13/2025'],
        'Client Name': ['Rajan Nair', 'Suma Das'],
        'Date of Loss': ['10/06/2025', '11/06/2025'],
        'Intimation Dt': ['12/06/2025', ''],
        Type: ['Cashless', 'Reimb'],
        'Claim Amt': ['82,500', '1.2 lakh'],
        'Settled Amt.': ['80,000', ''],
        Status: ['Settled', 'Repudiated'],
        'Claim No': ['CL-77', 'CL-78'],
        Hospital: ['Lakeshore Hospital', 'Aster Medcity'],
        'Surveyor Name': ['', 'K. Menon'],
        'Patient Name': ['Ammini Amma', ''],
      }),
    ).toEqual({
      kind: 'claims',
      'Pol. No.': 'policyNumber',
      'Client Name': null,
      'Date of Loss': 'lossDate',
      'Intimation Dt': 'intimatedOn',
      Type: 'kind',
      'Claim Amt': 'amountClaimed',
      'Settled Amt.': 'amountSettled',
      Status: 'stage',
      'Claim No': 'insurerClaimNumber',
      Hospital: 'provider',
      'Surveyor Name': 'surveyor',
      'Patient Name': 'patient',
    });
  });

  it.each([
    ['Malayalam', ['പോളിസി നമ്പർ', 'അപകട തീയതി', 'ക്ലെയിം തരം', 'ക്ലെയിം തുക', 'ക്ലെയിം നില']],
    ['Hindi', ['पॉलिसी नंबर', 'दुर्घटना तिथि', 'दावा प्रकार', 'दावा राशि', 'दावा स्थिति']],
  ])('in %s', (_language, names) => {
    const cells = ['P/12/2025', '10/06/2025', 'OD', '82,500', 'Approved'];
    const columns = Object.fromEntries(names.map((name, at) => [name, [cells[at] ?? '']]));
    const { kind, ...fields } = guessed(columns);
    expect(kind).toBe('claims');
    expect(Object.values(fields)).toEqual([
      ...['policyNumber', 'lossDate', 'kind', 'amountClaimed', 'stage'],
    ]);
  });

  it('and a register of policies that tells of a claim is none', () => {
    const register = {
      'Policy No': ['P/12/2025', 'P/13/2025'],
      'Insured Name': ['Rajan Nair', 'Suma Das'],
      'Sum Insured': ['500000', '300000'],
      'Start Date': ['01/04/2025', '01/05/2025'],
      'End Date': ['31/03/2026', '30/04/2026'],
      'Claim Amount': ['', '20000'],
      'Claim Status': ['', 'Settled'],
    };
    expect(guessed(register, 'Health').kind).toBe('health');
  });
});

describe('a sheet of leads is told by its columns', () => {
  it('in English, Malayalam and Hindi', () => {
    expect(
      guessed({
        'Lead Name': ['Suma', 'Ashok'],
        Mobile: ['9847099001', '9847099002'],
        'Interested In': ['Mediclaim', 'Car'],
        'Lead Source': ['Walk-in', 'Facebook'],
        'Pin Code': ['682016', '683101'],
        'Follow Up Date': ['10/12/2026', ''],
        Remarks: ['Two children', ''],
      }),
    ).toEqual({
      kind: 'leads',
      'Lead Name': 'name',
      Mobile: 'phone',
      'Interested In': 'interest',
      'Lead Source': 'source',
      'Pin Code': 'pincode',
      'Follow Up Date': 'nextStepOn',
      Remarks: 'details',
    });
    const malayalam = { പേര്: ['സുമ'], ഫോൺ: ['9847099001'], താൽപര്യം: ['കാർ'] };
    expect(guessed(malayalam)).toMatchObject({ kind: 'leads', താൽപര്യം: 'interest' });
    const hindi = { नाम: ['सुमा'], मोबाइल: ['9847099001'], रुचि: ['वाहन'], स्रोत: ['फोन'] };
    expect(guessed(hindi)).toMatchObject({ kind: 'leads', रुचि: 'interest', स्रोत: 'source' });
  });

  it('or by the name of its tab', () => {
    const plain = { Name: ['Suma', 'Ashok'], Phone: ['9847099001', '9847099002'] };
    expect(guessed(plain, 'Enquiries').kind).toBe('leads');
    expect(guessed(plain, 'Sheet1').kind).toBe('customers');
  });
});

it.each([
  ['claims', 'kind', 'O.D. Claim', 'own_damage'],
  ['claims', 'kind', 'कैशलेस', 'cashless'],
  ['claims', 'stage', 'Docs Pending', 'documents'],
  ['claims', 'stage', 'തീർപ്പാക്കി', 'settled'],
  ['claims', 'stage', 'sub judice', null],
  ['leads', 'interest', 'Two Wheeler', 'vehicle'],
  ['leads', 'source', 'Facebook', 'other'],
] as const)('of %s the %s %s is understood', (kind, field, text, meaning) => {
  expect(guessValue(kind, field, text)).toBe(meaning);
});
